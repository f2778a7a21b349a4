package eu.callorders.db;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Excludes other processes from a directory. The operating system frees a dead process's lock. */
final class DirectoryLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
  private static final Duration POLL = Duration.ofMillis(100);

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock, since a server that is stopping may still hold it.
   *
   * @throws IllegalStateException naming the directory if the timeout passes
   */
  static DirectoryLock acquire(Path directory, Duration timeout) throws IOException {
    Files.createDirectories(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    long deadline = System.nanoTime() + timeout.toNanos();
    boolean logged = false;
    while (tryLock(channel) == null) {
      if (System.nanoTime() - deadline >= 0) {
        channel.close();
        throw new IllegalStateException(
            "the data directory %s is in use by another process"
                .formatted(directory.toAbsolutePath().normalize()));
      }
      if (!logged) {
        LOG.info(
            "Waiting up to {} s for the data directory {}, which is in use",
            timeout.toSeconds(),
            directory.toAbsolutePath().normalize());
        logged = true;
      }
      pause();
    }
    return new DirectoryLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
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
}
