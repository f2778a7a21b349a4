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
  private static @Nullable StderrBuffer standing;

  private final PrintStream real;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean held = true;

  private StderrBuffer(PrintStream real) {
    this.real = real;
  }

  /** Starts to buffer {@link System#err}. */
  static synchronized StderrBuffer begin() {
    StderrBuffer errors = new StderrBuffer(System.err);
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    standing = errors;
    return errors;
  }

  /** Releases the active buffer after a successful start. */
  static synchronized void end() {
    if (standing != null) {
      standing.release();
      standing = null;
    }
  }

  /** Writes the buffered output and stops buffering. */
  synchronized void release() {
    held = false;
    real.writeBytes(kept.toByteArray());
    kept.reset();
  }

  /** Drops the buffered output and stops buffering. */
  synchronized void drop() {
    held = false;
    kept.reset();
  }

  synchronized String text() {
    return kept.toString(StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int b) {
    if (held) {
      kept.write(b);
    } else {
      real.write(b);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    if (held) {
      kept.write(bytes, from, length);
    } else {
      real.write(bytes, from, length);
    }
  }

  @Override
  public void flush() {
    real.flush();
  }
}
