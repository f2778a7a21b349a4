package eu.callorders.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Temporary directories, deleted recursively on close. */
public final class TemporaryDirectories implements AutoCloseable {
  private final Deque<Path> directories = new ArrayDeque<>();

  public Path create(String prefix) {
    try {
      Path directory = Files.createTempDirectory(prefix);
      directories.add(directory);
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    while (!directories.isEmpty()) {
      delete(directories.remove());
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> found = Files.walk(directory)) {
      List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (NoSuchFileException gone) {
      // a test deleted it
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
