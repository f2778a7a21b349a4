package eu.callorders.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The console names paths of the contracts only. */
class ContractPathsTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Pattern PATH = Pattern.compile("\"((?:/admin)?/v1/[a-z][^\"?]*?)/?[\"?]");

  private static Set<String> paths() throws IOException {
    Set<String> paths = new TreeSet<>();
    for (String contract : Set.of("openapi", "administration")) {
      try (InputStream text =
          Objects.requireNonNull(
              ContractPathsTest.class.getResourceAsStream("/contract/" + contract + ".yaml"))) {
        YAML.readTree(text).path("paths").fieldNames().forEachRemaining(paths::add);
      }
    }
    return paths;
  }

  private static Set<String> named() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        PATH.matcher(Files.readString(file))
            .results()
            .map((MatchResult path) -> path.group(1))
            .forEach(named::add);
      }
    }
    return named;
  }

  @Test
  void namesPathsOfTheContracts() throws IOException {
    Set<String> paths = paths();
    assertThat(named())
        .hasSizeGreaterThan(15)
        .allMatch(
            name ->
                paths.stream().anyMatch(path -> path.equals(name) || path.startsWith(name + "/")),
            "a path of the contracts, or the beginning of one");
  }
}
