package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code bin/call-orders} with a jar beside it, where no cache of classes is yet. */
public final class StartScript {
  private static final Path SCRIPT = Path.of("bin/call-orders");

  private StartScript() {}

  /**
   * Installs it in a new directory.
   *
   * @return the script
   */
  public static Path install(Path directory) throws IOException {
    Files.createDirectory(directory);
    Files.createSymbolicLink(
        directory.resolve("call-orders.jar"), Path.of(Sandbox.JAR).toAbsolutePath());
    return Files.copy(SCRIPT, directory.resolve("call-orders"));
  }

  /** A command of it, run by the Java of this process. */
  public static ProcessBuilder command(Path script, String... words) {
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.command().addFirst(script.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }
}
