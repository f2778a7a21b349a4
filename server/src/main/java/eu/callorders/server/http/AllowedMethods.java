package eu.callorders.server.http;

import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The methods of each path of the contract. */
final class AllowedMethods {
  private final Map<Pattern, Set<String>> byTemplate = new LinkedHashMap<>();

  AllowedMethods(Contract contract) {
    Map<String, Set<String>> methods = new LinkedHashMap<>();
    for (ContractOperation operation : contract.operations()) {
      methods.computeIfAbsent(operation.path(), ignored -> new TreeSet<>()).add(operation.method());
    }
    methods.forEach((path, allowed) -> byTemplate.put(pattern(path), allowed));
  }

  private static Pattern pattern(String template) {
    return Pattern.compile(template.replaceAll("\\{[^}]+}", "[^/]+"));
  }

  /** The methods of all templates that a path matches; empty for a path outside the contract. */
  Set<String> forPath(String path) {
    return byTemplate.entrySet().stream()
        .filter(template -> template.getKey().matcher(path).matches())
        .flatMap(template -> template.getValue().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
