package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A new directory that goes away with what is in it. */
public record TemporaryDirectory(Path path) implements AutoCloseable {

  public static TemporaryDirectory create() throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory("call-orders-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
