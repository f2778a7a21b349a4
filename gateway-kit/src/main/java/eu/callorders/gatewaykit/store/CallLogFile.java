package eu.callorders.gatewaykit.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The file with two lines per call. Lines are recorded in the store first, with their offset, and
 * written again after a crash: each line is written exactly once.
 */
public final class CallLogFile implements AutoCloseable {
  private static final String METADATA_KEY = "call_log";

  private final Path path;
  private final FileChannel channel;

  private record Note(String path, long offset, String lines) {}

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
    byte[] note = store.metadata().get(METADATA_KEY);
    if (note != null) {
      file.replay(StoredJson.read(note, Note.class));
    }
    return file;
  }

  /** Records the lines for {@link #append} in the store, without commit. */
  void prepare(List<byte[]> lines, CallStore store) {
    String text = new String(join(lines), StandardCharsets.UTF_8);
    store.metadata().put(METADATA_KEY, StoredJson.write(new Note(path.toString(), size(), text)));
  }

  void append(List<byte[]> lines) {
    write(join(lines), size());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void replay(Note note) {
    byte[] bytes = note.lines().getBytes(StandardCharsets.UTF_8);
    long missing = note.offset() + bytes.length - size();
    // A shorter file is another file, and a longer one is complete.
    if (path.toString().equals(note.path()) && missing > 0 && missing <= bytes.length) {
      write(bytes, note.offset());
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
