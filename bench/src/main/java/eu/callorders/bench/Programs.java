package eu.callorders.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Programs of the system that a driver starts. */
public final class Programs {
  private static final Duration END = Duration.ofSeconds(10);
  private static final Duration COMMAND = Duration.ofSeconds(60);
  private static final Path POSTGRESQL = Path.of("/usr/lib/postgresql");

  private Programs() {}

  /** The path of a program; throws when it is not installed. */
  public static String find(String name) {
    String path = System.getenv("PATH") + File.pathSeparator + "/usr/sbin:/sbin";
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + " is not installed"));
  }

  /** The programs of the newest PostgreSQL of Debian. */
  public static Path postgresql() {
    try (Stream<Path> versions = Files.list(POSTGRESQL)) {
      return versions
          .filter(version -> Files.isExecutable(version.resolve("bin/initdb")))
          .max(
              Comparator.comparingDouble(
                  version -> Double.parseDouble(version.getFileName().toString())))
          .orElseThrow(() -> new IllegalStateException("no PostgreSQL below " + POSTGRESQL))
          .resolve("bin");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a program; what it writes is added to the log. */
  public static Process start(Path log, Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Runs a program to its end; throws unless it succeeds. */
  public static void run(Path log, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Process process = start(log, environment, command);
    if (!process.waitFor(COMMAND)) {
      process.destroyForcibly();
      throw new IOException(String.join(" ", command) + " does not end, see " + log);
    }
    if (process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " failed, see " + log);
    }
  }

  /** Asks a program to end; one that does not is killed. */
  public static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(END)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
