package eu.callorders.bench.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The wall clock of a process under libfaketime: it is ahead of the machine's by what a file says,
 * which the process reads again every second. The monotonic clock stays as it is.
 */
final class FakeClock {
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String NAME = "faketime/libfaketimeMT.so.1";

  private final Path library;
  private final Path file;

  /** One that keeps its file in the directory and shows the machine's time. */
  FakeClock(Path library, Path directory) throws IOException {
    this.library = library;
    this.file = directory.resolve("faketime");
    set(Duration.ZERO);
  }

  /** Where Debian's package {@code faketime} has the library for programs with threads. */
  static Optional<Path> library() throws IOException {
    try (Stream<Path> architectures = Files.list(LIBRARIES)) {
      return architectures
          .map(architecture -> architecture.resolve(NAME))
          .filter(Files::isReadable)
          .findFirst();
    }
  }

  /** The environment of the process. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "DONT_FAKE_MONOTONIC", "1",
        // Otherwise each wait of a thread with a time limit ends at once.
        "FAKETIME_FORCE_MONOTONIC_FIX", "0",
        "NO_FAKE_STAT", "1");
  }

  /** Sets how far the clock is ahead; negative: behind. */
  void set(Duration ahead) throws IOException {
    Path next = file.resolveSibling("faketime.next");
    Files.writeString(next, text(ahead));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** An offset in seconds, always with its sign. */
  static String text(Duration ahead) {
    return "%+d\n".formatted(ahead.toSeconds());
  }
}
