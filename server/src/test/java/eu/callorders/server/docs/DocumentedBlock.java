package eu.callorders.server.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fenced block of a document.
 *
 * @param kind the text after the fence, such as {@code sh}
 * @param line of its first line in the document
 */
record DocumentedBlock(String kind, int line, List<String> lines) {

  static List<DocumentedBlock> of(Path document) throws IOException {
    List<DocumentedBlock> blocks = new ArrayList<>();
    DocumentedBlock open = null;
    int number = 0;
    for (String line : Files.readAllLines(document)) {
      number++;
      if (!line.startsWith("```")) {
        if (open != null) {
          open.lines().add(line);
        }
      } else if (open == null) {
        open = new DocumentedBlock(line.substring(3), number + 1, new ArrayList<>());
      } else {
        blocks.add(open);
        open = null;
      }
    }
    return blocks;
  }

  /** The commands, of which one may have several lines. */
  List<String> commands() throws IOException {
    List<String> commands = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (String line : lines) {
      open.append(line).append('\n');
      if (!line.endsWith("\\") && isComplete(open.toString())) {
        if (!open.toString().isBlank()) {
          commands.add(open.toString());
        }
        open.setLength(0);
      }
    }
    if (!open.isEmpty()) {
      commands.add(open.toString());
    }
    return commands;
  }

  /** A here-document without its end is a warning of the shell. */
  private static boolean isComplete(String text) throws IOException {
    Process shell = new ProcessBuilder("bash", "-n", "-c", text).redirectErrorStream(true).start();
    return new String(shell.getInputStream().readAllBytes()).isEmpty();
  }
}
