package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints each figure that two commits have in common, and its ratio. */
final class Comparison {
  private static final Path RESULTS = Path.of("bench/results");

  private Comparison() {}

  static void main(String[] commits) throws IOException {
    if (commits.length != 2) {
      System.err.println("usage: bench/run compare COMMIT COMMIT; there are results of " + known());
      System.exit(2);
    }
    ObjectNode before = ResultFile.read(find(commits[0]));
    ObjectNode after = ResultFile.read(find(commits[1]));
    before.properties().stream()
        .filter(bench -> after.has(bench.getKey()))
        .forEach(bench -> print(bench.getValue(), after.get(bench.getKey())));
  }

  private static Path find(String commit) throws IOException {
    List<Path> found = files().stream().filter(file -> name(file).startsWith(commit)).toList();
    if (found.size() != 1) {
      System.err.println(
          "%d results begin with %s; there are %s".formatted(found.size(), commit, known()));
      System.exit(2);
    }
    return found.getFirst();
  }

  private static List<String> known() throws IOException {
    return files().stream().map(Comparison::name).toList();
  }

  private static List<Path> files() throws IOException {
    if (!Files.isDirectory(RESULTS)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(RESULTS)) {
      return files.sorted().toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".json", "");
  }

  private static void print(JsonNode before, JsonNode after) {
    System.out.println("== " + before.get("bench").asText());
    if (!before.get("machine").equals(after.get("machine"))) {
      System.out.println(
          "different machines: %s; %s".formatted(before.get("machine"), after.get("machine")));
    }
    before.properties().stream()
        .filter(figure -> figure.getValue().isNumber() && after.path(figure.getKey()).isNumber())
        .forEach(
            figure ->
                print(
                    figure.getKey(),
                    figure.getValue().asDouble(),
                    after.get(figure.getKey()).asDouble()));
  }

  private static void print(String figure, double before, double after) {
    String ratio = before == 0 ? "" : String.format(Locale.ROOT, "%8.2f", after / before);
    System.out.println(
        String.format(Locale.ROOT, "%-56s %14.2f %14.2f %s", figure, before, after, ratio));
  }
}
