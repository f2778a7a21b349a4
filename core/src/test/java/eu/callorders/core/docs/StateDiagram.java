package eu.callorders.core.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Draws a state machine into {@code docs/} from its table. The test fails when the page is not what
 * the table says; {@code -Ddocs.rewrite=true} writes it anew.
 */
public final class StateDiagram {

  /** One cell of a machine's table, in words. */
  public record Edge(String from, String label, String to) {}

  private final String title;
  private final String introduction;
  private final List<Edge> edges;
  private final Set<String> last;

  /**
   * @param last the states that the machine never leaves
   */
  public StateDiagram(String title, String introduction, List<Edge> edges, Set<String> last) {
    this.title = title;
    this.introduction = introduction;
    this.edges = edges;
    this.last = last;
  }

  public void assertDrawnIn(String page) throws IOException {
    Path path = root().resolve("docs").resolve(page);
    if (Boolean.getBoolean("docs.rewrite")) {
      Files.createDirectories(path.getParent());
      Files.writeString(path, markdown());
    }
    assertThat(path)
        .as("docs/%s is drawn from the table; run this test with -Ddocs.rewrite=true", page)
        .hasContent(markdown());
  }

  String markdown() {
    List<String> lines = new ArrayList<>();
    lines.add("<!-- Drawn from the transition table by a test; edit the table, not this page. -->");
    lines.add("# " + title);
    lines.add("");
    lines.add(introduction);
    lines.add("");
    lines.add("```mermaid");
    lines.add("stateDiagram-v2");
    lines.add("  [*] --> " + edges.getFirst().from());
    merged()
        .forEach((ends, labels) -> lines.add("  " + ends + " : " + String.join("<br/>", labels)));
    last.forEach(state -> lines.add("  " + state + " --> [*]"));
    lines.add("```");
    lines.add("");
    lines.add("| from | what happens | to |");
    lines.add("|---|---|---|");
    edges.stream()
        .map(edge -> "| %s | %s | %s |".formatted(edge.from(), edge.label(), edge.to()))
        .distinct()
        .forEach(lines::add);
    return String.join("\n", lines) + "\n";
  }

  /** One arrow for each pair of states, whatever the number of reasons. */
  private Map<String, Set<String>> merged() {
    return edges.stream()
        .collect(
            Collectors.groupingBy(
                edge -> edge.from() + " --> " + edge.to(),
                LinkedHashMap::new,
                Collectors.mapping(Edge::label, Collectors.toCollection(LinkedHashSet::new))));
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
