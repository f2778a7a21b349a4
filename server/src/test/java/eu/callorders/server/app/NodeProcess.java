package eu.callorders.server.app;

import eu.callorders.server.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Another node on the database of a test's service, in a process that can be killed.
 *
 * @param directory for its data
 */
record NodeProcess(Map<String, String> settings, Path directory) {

  /** Waits until the node is ready. */
  Process start() throws IOException {
    Process process = launch(Map.of());
    var output = process.inputReader();
    StringBuilder read = new StringBuilder();
    String line = output.readLine();
    while (line != null && !line.contains(" http://")) {
      read.append(line).append('\n');
      line = output.readLine();
    }
    if (line == null) {
      throw new AssertionError(read);
    }
    Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
    return process;
  }

  /** Starts with other settings; does not wait for the node. */
  Process launch(Map<String, String> overrides) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.environment().keySet().removeIf(key -> key.startsWith("CALLORDERS_"));
    builder.environment().putAll(settings);
    builder.environment().put("CALLORDERS_DATA_DIR", directory.toString());
    builder.environment().putAll(overrides);
    return builder.redirectErrorStream(true).start();
  }
}
