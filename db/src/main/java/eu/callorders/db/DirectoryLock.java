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

/**
 * One process at a time works in a directory; the operating system frees the lock of a dead one.
 */
final class DirectoryLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
  private static final Duration POLL = Duration.ofMillis(100);

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the lock: a server that has just been told to stop may still be finishing.
   *
   * @throws IllegalStateException naming the directory when the lock is still taken at the end
   */
  static DirectoryLock take(Path directory, Duration patience) throws IOException {
    Files.createDirectories(directory);
    FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    long deadline = System.nanoTime() + patience.toNanos();
    boolean said = false;
    while (attempt(channel) == null) {
      if (System.nanoTime() - deadline >= 0) {
        channel.close();
        throw new IllegalStateException(
            "the data directory %s is in use by another process"
                .formatted(directory.toAbsolutePath().normalize()));
      }
      if (!said) {
        LOG.info(
            "The data directory {} is in use, waiting up to {} s for it",
            directory.toAbsolutePath().normalize(),
            patience.toSeconds());
        said = true;
      }
      pause();
    }
    return new DirectoryLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static @Nullable FileLock attempt(FileChannel channel) throws IOException {
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
