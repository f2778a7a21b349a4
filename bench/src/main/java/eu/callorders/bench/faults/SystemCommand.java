package eu.callorders.bench.faults;

import java.io.IOException;
import java.util.List;

/** Runs small programs of the system. */
final class SystemCommand {
  private SystemCommand() {}

  /** Runs a program to its end; an IOException says what it wrote unless it succeeds. */
  static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output;
    try (var reader = process.inputReader()) {
      output = String.join("\n", reader.lines().toList());
    }
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", List.of(command)) + " failed: " + output);
    }
  }
}
