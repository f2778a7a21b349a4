package eu.callorders.simulator.scenario;

import java.util.List;

/** One section of a {@link DialogueBook}: lines in order, with unfilled placeholders. */
record Dialogue(List<Line> lines) {
  /**
   * @param role {@code agent}, {@code person}, or the purpose of an unspoken line
   */
  record Line(String role, String text) {
    boolean spoken() {
      return role.equals("agent") || role.equals("person");
    }
  }

  Dialogue {
    lines = List.copyOf(lines);
  }

  List<Line> spokenLines() {
    return lines.stream().filter(Line::spoken).toList();
  }

  /** The unspoken line of that role; empty when there is none. */
  String note(String role) {
    return lines.stream()
        .filter(line -> line.role().equals(role))
        .map(Line::text)
        .findFirst()
        .orElse("");
  }
}
