package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractParameter;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Sends one operation of the contract: arguments are its path parameters, options all others. */
final class OperationCommand implements Callable<Integer> {
  private static final int MAX_SYNOPSIS_OPTIONS = 6;

  private final AdminCommandSpec command;
  private final ContractOperation operation;
  private final List<BodyOption> members;
  private final GlobalOptions options;
  private final CommandSpec spec;

  private OperationCommand(
      AdminCommandSpec command,
      ContractOperation operation,
      List<BodyOption> members,
      GlobalOptions options) {
    this.command = command;
    this.operation = operation;
    this.members = members;
    this.options = options;
    this.spec = CommandSpec.wrapWithoutInspection(this);
  }

  static CommandSpec of(
      AdminCommandSpec commandSpec,
      ContractOperation operation,
      Contract contract,
      GlobalOptions options) {
    JsonNode body = operation.bodySchema();
    OperationCommand command =
        new OperationCommand(
            commandSpec,
            operation,
            body == null ? List.of() : BodyOption.of(contract, body),
            options);
    command.describe();
    return command.spec;
  }

  private void describe() {
    spec.usageMessage().description(literal(operation.summary() + "."), description());
    int index = 0;
    for (ContractParameter parameter : operation.parametersIn("path")) {
      spec.addPositional(
          PositionalParamSpec.builder()
              .index(Integer.toString(index++))
              .paramLabel(parameter.name().toUpperCase(Locale.ROOT))
              .type(String.class)
              .required(true)
              .description(literal(parameter.description()))
              .build());
    }
    for (ContractParameter parameter : optionParameters()) {
      spec.addOption(
          option(option(parameter), label(parameter), isFlag(parameter))
              .required(parameter.required())
              .description(literal(parameter.description()))
              .build());
    }
    for (BodyOption member : members) {
      spec.addOption(
          option(member.option(), member.label(), member.label().equals(BodyOption.FLAG))
              .required(member.required())
              .description(literal(member.description()))
              .build());
    }
    spec.usageMessage().abbreviateSynopsis(spec.options().size() > MAX_SYNOPSIS_OPTIONS);
    if (operation.method().equals("PATCH")) {
      spec.usageMessage()
          .footer("", "The value `default` takes a setting back; what is left out stays.");
    }
  }

  private List<ContractParameter> optionParameters() {
    return Stream.of("query", "header")
        .flatMap(location -> operation.parametersIn(location).stream())
        .toList();
  }

  private String description() {
    return literal(operation.description());
  }

  private static OptionSpec.Builder option(String name, String label, boolean flag) {
    OptionSpec.Builder option = OptionSpec.builder(name).paramLabel(label).type(String.class);
    return flag ? option.arity("0..1").fallbackValue("true") : option;
  }

  private static String option(ContractParameter parameter) {
    return "--" + parameter.name().replace('_', '-').toLowerCase(Locale.ROOT);
  }

  private static String label(ContractParameter parameter) {
    return isFlag(parameter) ? BodyOption.FLAG : parameter.name().toUpperCase(Locale.ROOT);
  }

  private static boolean isFlag(ContractParameter parameter) {
    return parameter.schema().path("type").asText().equals("boolean");
  }

  /** Escapes picocli's format character. */
  private static String literal(String text) {
    return text.replace("%", "%%");
  }

  @Override
  public Integer call() {
    ParseResult parsed = spec.commandLine().getParseResult();
    try (AdminClient client = options.connect()) {
      String response =
          client.send(operation.method(), target(parsed), headers(parsed), body(parsed));
      show(spec.commandLine().getOut(), response);
    }
    return 0;
  }

  private void show(PrintWriter out, String response) {
    if (options.asJson() || command.isDocument()) {
      out.print(response.isEmpty() ? "" : Json.parse(response).toPrettyString() + "\n");
    } else {
      out.print(
          response.isEmpty()
              ? "done\n"
              : TextFormatter.of(Json.parse(response), command.columns()));
    }
    out.flush();
  }

  private String target(ParseResult parsed) {
    String path = operation.path();
    int index = 0;
    for (ContractParameter parameter : operation.parametersIn("path")) {
      String value = parsed.matchedPositionalValue(index++, "");
      path = path.replace("{" + parameter.name() + "}", encoded(value));
    }
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (ContractParameter parameter : operation.parametersIn("query")) {
      @Nullable String value = parsed.matchedOptionValue(option(parameter), null);
      if (value != null) {
        query.add(parameter.name() + "=" + encoded(value));
      }
    }
    return path + query;
  }

  private Map<String, String> headers(ParseResult parsed) {
    Map<String, String> headers = new TreeMap<>();
    for (ContractParameter parameter : operation.parametersIn("header")) {
      @Nullable String value = parsed.matchedOptionValue(option(parameter), null);
      if (value != null) {
        headers.put(parameter.name(), value);
      }
    }
    return headers;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private @Nullable ObjectNode body(ParseResult parsed) {
    if (operation.bodySchema() == null) {
      return null;
    }
    ObjectNode body = Json.object();
    for (BodyOption member : members) {
      @Nullable String value = parsed.matchedOptionValue(member.option(), null);
      if (value != null) {
        put(body, member, value);
      }
    }
    return body;
  }

  private void put(ObjectNode body, BodyOption member, String value) {
    try {
      member.put(body, value);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "%s: %s".formatted(member.option(), e.getMessage()));
    }
  }
}
