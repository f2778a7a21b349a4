package eu.callorders.console.work;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file of lines that one process at a time has open, and once only. A line is on the disk when it
 * is appended. One thread at a time may call {@link #create} and {@link #open}.
 */
final class LockedFile implements AutoCloseable {
  private static final Logger LOG = System.getLogger(LockedFile.class.getName());

  /** Far behind the content, which other processes may then read on every platform. */
  private static final long LOCK_POSITION = Long.MAX_VALUE - 1;

  /**
   * The files that this process has open. A POSIX lock belongs to the process, which loses it when
   * it closes the file anywhere: each file has one channel, which reads it too.
   */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel channel;
  private long end;
  private boolean closed;

  private LockedFile(Path path) throws IOException {
    this.path = path;
    this.channel =
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
  }

  /** Creates an empty file that only its owner may read. */
  static LockedFile create(Path directory, String prefix, String suffix) throws IOException {
    Files.createDirectories(directory);
    LockedFile file = new LockedFile(Files.createTempFile(directory, prefix, suffix));
    file.channel.lock(LOCK_POSITION, 1, false); // another process may have it open, to read it
    OPEN.add(file.path);
    return file;
  }

  /** Empty if it is open anywhere, or cannot be opened. */
  static Optional<LockedFile> open(Path path) {
    if (OPEN.contains(path)) {
      return Optional.empty();
    }
    try {
      LockedFile file = new LockedFile(path);
      if (file.channel.tryLock(LOCK_POSITION, 1, false) != null) {
        OPEN.add(path);
        return Optional.of(file);
      }
      file.channel.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "opening " + path + " failed", e);
    }
    return Optional.empty();
  }

  Path path() {
    return path;
  }

  /** The complete lines; the next one replaces a last one that is incomplete. */
  List<String> lines() throws IOException {
    byte[] bytes = Channels.newInputStream(channel.position(0)).readAllBytes();
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] != '\n') {
      length--;
    }
    end = length;
    return new String(bytes, 0, length, StandardCharsets.UTF_8).lines().toList();
  }

  /** Appends a line, also after one that could not be written. */
  void append(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    long position = end;
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
    end = position;
  }

  /** Releases the file, which stays; nothing more can be appended. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      try {
        channel.close();
      } catch (IOException e) {
        LOG.log(Level.WARNING, "closing " + path + " failed", e);
      }
      OPEN.remove(path); // another session of this process may open it now
    }
  }

  /** Deletes the file before another process can open it. */
  void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "deleting " + path + " failed", e);
    }
    close();
  }
}
