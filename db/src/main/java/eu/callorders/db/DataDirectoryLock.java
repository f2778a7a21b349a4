package eu.callorders.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Excludes other services and commands from a data directory, by a lock of its file {@code lock}.
 * The operating system releases the lock of a dead process.
 */
public final class DataDirectoryLock implements AutoCloseable {
  /** How long a start waits: the previous process may still be stopping. */
  public static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final Logger LOG = LoggerFactory.getLogger(DataDirectoryLock.class);
  private static final String FILE = "lock";
  private static final Duration POLL = Duration.ofMillis(100);

  private final Path directory;
  private final FileChannel channel;

  private DataDirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Waits for the lock, and creates the directory if it is absent.
   *
   * @throws IllegalStateException naming the directory if the timeout passes or this process cannot
   *     write to it
   */
  public static DataDirectoryLock acquire(Path directory, Duration timeout) {
    return tryAcquire(directory, timeout)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the data directory %s is in use by another process: stop that one, or set"
                            .formatted(display(directory))
                        + " CALLORDERS_DATA_DIR to another directory"));
  }

  /** As {@link #acquire}, but empty if the timeout passes. */
  static Optional<DataDirectoryLock> tryAcquire(Path directory, Duration timeout) {
    try {
      FileChannel channel = open(directory);
      if (awaitLock(directory, channel, timeout)) {
        return Optional.of(new DataDirectoryLock(directory, channel));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(
          "the data directory %s cannot be used: %s".formatted(display(directory), e), e);
    }
  }

  /**
   * Whether another process holds the lock.
   *
   * @throws IllegalStateException naming the directory if this process cannot write to it
   */
  public static boolean isHeld(Path directory) {
    if (!Files.exists(directory.resolve(FILE))) {
      return false;
    }
    Optional<DataDirectoryLock> lock = tryAcquire(directory, Duration.ZERO);
    lock.ifPresent(DataDirectoryLock::close);
    return lock.isEmpty();
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FileChannel open(Path directory) throws IOException {
    DataDirectory.require(directory);
    Files.createDirectories(directory);
    return FileChannel.open(
        directory.resolve(FILE),
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PrivateFile.mode());
  }

  private static boolean awaitLock(Path directory, FileChannel channel, Duration timeout)
      throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    boolean logged = false;
    while (tryLock(channel) == null) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      if (!logged) {
        LOG.info(
            "Waiting up to {} s for the data directory {}, which is in use",
            timeout.toSeconds(),
            display(directory));
        logged = true;
      }
      pause();
    }
    return true;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the data directory", e);
    }
  }

  private static Path display(Path directory) {
    return directory.toAbsolutePath().normalize();
  }
}
