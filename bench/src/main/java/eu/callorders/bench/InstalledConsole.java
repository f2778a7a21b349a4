package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code console/image} has built, as it is but for who sits in it: a copy whose launcher
 * finds one directory of classes more.
 */
record InstalledConsole(Path program) {
  private static final Path LAUNCHER = Path.of("bin", "call-orders-console");
  private static final Path SETTINGS = Path.of("lib", "app", "call-orders-console.cfg");

  /** Empty when there is none. */
  static Optional<InstalledConsole> copy(Path built, Path into, String who) throws IOException {
    Path image = built.resolve("image").resolve("call-orders-console");
    if (!Files.isExecutable(image.resolve(LAUNCHER))) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(image)) {
      for (Path file : files.toList()) {
        Files.copy(file, into.resolve(image.relativize(file)));
      }
    }
    Path settings = into.resolve(SETTINGS);
    List<String> lines =
        Files.readAllLines(settings).stream().flatMap(line -> line(line, built, who)).toList();
    Files.write(settings, lines);
    return Optional.of(new InstalledConsole(into.resolve(LAUNCHER)));
  }

  private static Stream<String> line(String line, Path built, String who) {
    if (line.startsWith("app.mainclass=")) {
      Path classes = built.resolve("test-classes").toAbsolutePath();
      return Stream.of("app.classpath=" + classes, "app.mainclass=" + ConsoleProcess.named(who));
    }
    return line.equals("[JavaOptions]")
        ? Stream.concat(
            Stream.of(line), ConsoleProcess.INTO_MEMORY.stream().map("java-options="::concat))
        : Stream.of(line);
  }
}
