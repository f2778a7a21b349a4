package eu.callorders.client.bulk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.ClientJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The state of an import: JSON Lines that are only appended. The first names the import; the others
 * say of a row that it is sent, its order, or its problem. Safe for many threads, whose lines share
 * one fsync.
 */
final class ResultFile implements AutoCloseable {
  private static final String IMPORT_ID = "import_id";
  private static final long LOCK_SECONDS = 600;

  private final FileChannel channel;
  private final String importId;
  private final ReentrantLock writing = new ReentrantLock();
  private final StringBuilder unwritten = new StringBuilder();
  private long appended;
  private long durable;
  private @Nullable IOException failure;

  /** Appends to a channel at its position, and closes it. */
  ResultFile(FileChannel channel, String importId) {
    this.channel = channel;
    this.importId = importId;
  }

  /** Takes a line of the file. */
  interface LineReader {
    void read(JsonNode line);
  }

  /**
   * Opens the file, or creates it with a new import, and reads its lines.
   *
   * @throws IOException when another import uses it, or it is damaged
   */
  static ResultFile open(Path path, LineReader lines) throws IOException {
    Path absolute = path.toAbsolutePath();
    boolean isNew = !Files.exists(absolute);
    RandomAccessFile file = new RandomAccessFile(absolute.toFile(), "rw");
    try {
      lock(file, path);
      cutTornLine(file);
      String importId = read(file, path, lines);
      ResultFile opened =
          new ResultFile(file.getChannel(), importId.isEmpty() ? newId() : importId);
      file.seek(file.length());
      if (importId.isEmpty()) {
        ObjectNode header = ClientJson.mapper().createObjectNode();
        opened.appendDurably(header.put(IMPORT_ID, opened.importId).put("format", 1));
      }
      if (isNew) {
        forceDirectory(Objects.requireNonNull(absolute.getParent()));
      }
      return opened;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static String newId() {
    return "imp_" + UUID.randomUUID().toString().replace("-", "").substring(0, 20);
  }

  private static void lock(RandomAccessFile file, Path path) throws IOException {
    try {
      if (file.getChannel().tryLock() != null) {
        return;
      }
    } catch (OverlappingFileLockException e) {
      // Another import of this process has it.
    }
    throw new ResultInUseException(path);
  }

  /** A process that is killed leaves at most one line without an end. */
  private static void cutTornLine(RandomAccessFile file) throws IOException {
    long end = file.length();
    while (end > 0) {
      file.seek(end - 1);
      if (file.read() == '\n') {
        break;
      }
      end--;
    }
    file.setLength(end);
  }

  private static String read(RandomAccessFile file, Path path, LineReader lines)
      throws IOException {
    file.seek(0);
    // Closing the reader would close the file.
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(file.getChannel()), StandardCharsets.UTF_8));
    String importId = "";
    int number = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      try {
        JsonNode json = ClientJson.mapper().readTree(line);
        if (number > 1) {
          lines.read(json);
        } else if (json.path(IMPORT_ID).asText().isEmpty()) {
          throw new IOException(path + " is no result file of an import");
        } else {
          importId = json.path(IMPORT_ID).asText();
        }
      } catch (JsonProcessingException | RuntimeException e) {
        throw new IOException("line %d of %s is damaged".formatted(number, path), e);
      }
    }
    return importId;
  }

  private static void forceDirectory(Path directory) {
    try (FileChannel channel = FileChannel.open(directory)) {
      channel.force(true);
    } catch (IOException e) {
      // Some systems open no directories; there the file system makes names durable by itself.
    }
  }

  String importId() {
    return importId;
  }

  /** Appends a line, which survives this process; the next durable line makes it durable, too. */
  void append(ObjectNode line) throws IOException {
    synchronized (unwritten) {
      unwritten.append(line).append('\n');
      appended++;
    }
    if (writing.tryLock()) { // else the next line writes this one
      try {
        write(false);
      } finally {
        writing.unlock();
      }
    }
  }

  /** Appends a line and returns when it is on the disk. Lines of several threads share an fsync. */
  void appendDurably(ObjectNode line) throws IOException {
    long mine;
    synchronized (unwritten) {
      unwritten.append(line).append('\n');
      mine = ++appended;
    }
    writeUpTo(mine);
  }

  private void writeUpTo(long line) throws IOException {
    try {
      if (!writing.tryLock(LOCK_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the disk has not responded for " + LOCK_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    try {
      if (durable < line) {
        write(true);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Writes the lines so far. After a failure, which loses lines, nothing is written. */
  private void write(boolean durably) throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    try {
      long last = writeLines();
      if (durably) {
        channel.force(false);
        durable = last;
      }
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private long writeLines() throws IOException {
    ByteBuffer bytes;
    long last;
    synchronized (unwritten) {
      bytes = ByteBuffer.wrap(unwritten.toString().getBytes(StandardCharsets.UTF_8));
      unwritten.setLength(0);
      last = appended;
    }
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    return last;
  }

  @Override
  public void close() throws IOException {
    try {
      writeUpTo(Long.MAX_VALUE);
    } finally {
      channel.close();
    }
  }
}
