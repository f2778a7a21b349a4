package eu.callorders.simulator.scenario;

import java.util.List;

/** One section of a {@link DialogueBook}: lines in turn, before their blanks are filled. */
record Dialogue(List<Line> lines) {
  /**
   * One line.
   *
   * @param role {@code agent}, {@code person}, or what the line is for when nobody says it
   */
  record Line(String role, String text) {
    boolean spoken() {
      return role.equals("agent") || role.equals("person");
    }
  }

  Dialogue {
    lines = List.copyOf(lines);
  }

  List<Line> spoken() {
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
