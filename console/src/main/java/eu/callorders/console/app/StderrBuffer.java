package eu.callorders.console.app;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Buffers the standard error while JavaFX starts: it reports missing libraries as stack traces,
 * which are shown only if the start fails for another reason.
 */
final class StderrBuffer extends FilterOutputStream {
  private static @Nullable StderrBuffer active;

  private final PrintStream real;
  private final ByteArrayOutputStream buffer;

  private StderrBuffer(PrintStream real, ByteArrayOutputStream buffer) {
    super(buffer);
    this.real = real;
    this.buffer = buffer;
  }

  /** Starts to buffer {@link System#err}. */
  static synchronized StderrBuffer begin() {
    StderrBuffer errors = new StderrBuffer(System.err, new ByteArrayOutputStream());
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    active = errors;
    return errors;
  }

  /** Releases the active buffer after a successful start. */
  static synchronized void end() {
    if (active != null) {
      active.release();
      active = null;
    }
  }

  /** Writes the buffered output and stops buffering. */
  synchronized void release() {
    real.writeBytes(buffer.toByteArray());
    discard();
  }

  /** Drops the buffered output and stops buffering. */
  synchronized void discard() {
    buffer.reset();
    out = real;
  }

  synchronized String text() {
    return buffer.toString(StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }
}
