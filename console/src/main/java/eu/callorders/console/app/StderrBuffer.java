package eu.callorders.console.app;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Buffers the standard error while JavaFX starts: it reports missing libraries as stack traces,
 * which are shown only if the start fails for another reason.
 */
final class StderrBuffer extends OutputStream {
  private static @Nullable StderrBuffer active;

  private final PrintStream real;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private boolean isBuffering = true;

  private StderrBuffer(PrintStream real) {
    this.real = real;
  }

  /** Starts to buffer {@link System#err}. */
  static synchronized StderrBuffer begin() {
    StderrBuffer errors = new StderrBuffer(System.err);
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
    isBuffering = false;
    real.writeBytes(buffer.toByteArray());
    buffer.reset();
  }

  /** Drops the buffered output and stops buffering. */
  synchronized void discard() {
    isBuffering = false;
    buffer.reset();
  }

  synchronized String text() {
    return buffer.toString(StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int b) {
    if (isBuffering) {
      buffer.write(b);
    } else {
      real.write(b);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    if (isBuffering) {
      buffer.write(bytes, from, length);
    } else {
      real.write(bytes, from, length);
    }
  }

  @Override
  public void flush() {
    real.flush();
  }
}
