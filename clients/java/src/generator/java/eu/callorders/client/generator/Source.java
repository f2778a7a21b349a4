package eu.callorders.client.generator;

import java.util.ArrayList;
import java.util.List;

/** The text of a source file, indented by its braces. */
final class Source {
  private static final int WIDTH = 96;

  private final StringBuilder text = new StringBuilder();
  private int depth;

  Source line(String line) {
    String stripped = line.strip();
    if (stripped.startsWith("}")) {
      depth--;
    }
    if (!stripped.isEmpty()) {
      text.append("  ".repeat(depth)).append(stripped);
    }
    text.append('\n');
    if (stripped.endsWith("{")) {
      depth++;
    }
    return this;
  }

  Source lines(String block) {
    block.lines().forEach(this::line);
    return this;
  }

  /** A documentation comment; nothing for an empty one. */
  Source javadoc(List<String> paragraphs) {
    List<String> shown = paragraphs.stream().filter(each -> !each.isBlank()).toList();
    if (shown.isEmpty()) {
      return this;
    }
    line("/**");
    for (String paragraph : shown) {
      wrap(paragraph).forEach(line -> text.append("  ".repeat(depth)).append(line).append('\n'));
    }
    text.append("  ".repeat(depth)).append(" */\n");
    return this;
  }

  private static List<String> wrap(String paragraph) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(" *");
    for (String word : paragraph.split(" ")) {
      if (line.length() + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(" *");
      }
      line.append(' ').append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
