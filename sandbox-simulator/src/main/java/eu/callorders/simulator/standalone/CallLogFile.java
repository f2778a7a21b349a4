package eu.callorders.simulator.standalone;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file with two lines per call. Lines are recorded in the store first, with their offset, and
 * written again after a crash: each line is written exactly once.
 */
final class CallLogFile implements AutoCloseable {
  private static final String METADATA_KEY = "call_log";

  private final Path path;
  private final FileChannel channel;

  private CallLogFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Opens the file for appending, and writes lines that a crash has prevented. */
  static CallLogFile open(Path path, CallStore store) throws IOException {
    Path absolute = path.toAbsolutePath();
    FileChannel channel =
        FileChannel.open(absolute, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    CallLogFile file = new CallLogFile(absolute, channel);
    byte[] note = store.metadata(METADATA_KEY);
    if (note != null) {
      file.replay(Json.readStored(note));
    }
    return file;
  }

  /** Records the lines for {@link #append} in the store, without commit. */
  void prepare(List<byte[]> lines, CallStore store) {
    Map<String, Object> note = new LinkedHashMap<>();
    note.put("path", path.toString());
    note.put("offset", size());
    note.put("lines", new String(join(lines), StandardCharsets.UTF_8));
    store.metadata(METADATA_KEY, Json.write(note));
  }

  void append(List<byte[]> lines) {
    write(join(lines), size());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void replay(Map<?, ?> note) {
    if (!path.toString().equals(note.get("path"))
        || !(note.get("offset") instanceof Number offset)
        || !(note.get("lines") instanceof String lines)) {
      return;
    }
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    long missing = offset.longValue() + bytes.length - size();
    // A shorter file is another file, and a longer one is complete.
    if (missing > 0 && missing <= bytes.length) {
      write(bytes, offset.longValue());
    }
  }

  private void write(byte[] bytes, long offset) {
    try {
      ByteBuffer remaining = ByteBuffer.wrap(bytes);
      long position = offset;
      while (remaining.hasRemaining()) {
        position += channel.write(remaining, position);
      }
      channel.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] join(List<byte[]> lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      bytes.writeBytes(line);
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }
}
