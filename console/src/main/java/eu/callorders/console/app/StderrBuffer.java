package eu.callorders.console.app;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The standard error while the toolkit starts: what is missing it says in stack traces, which are
 * kept back until it is known whether they matter.
 */
final class StderrBuffer extends OutputStream {
  private static @Nullable StderrBuffer standing;

  private final PrintStream real;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private boolean held = true;

  private StderrBuffer(PrintStream real) {
    this.real = real;
  }

  /** Keeps back from here on what is written to {@link System#err}. */
  static synchronized StderrBuffer begin() {
    StderrBuffer errors = new StderrBuffer(System.err);
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    standing = errors;
    return errors;
  }

  /** The window stands: whatever was kept back may be seen. */
  static synchronized void end() {
    if (standing != null) {
      standing.release();
      standing = null;
    }
  }

  /** Lets through what was kept back and what is still to come. */
  synchronized void release() {
    held = false;
    real.writeBytes(kept.toByteArray());
    kept.reset();
  }

  /** Lets through what is still to come. */
  synchronized void drop() {
    held = false;
    kept.reset();
  }

  /** What is kept back so far. */
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
