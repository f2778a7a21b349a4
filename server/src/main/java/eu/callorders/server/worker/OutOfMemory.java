package eu.callorders.server.worker;

import org.jspecify.annotations.Nullable;

/**
 * Ends the process when the heap is exhausted: a loop that has lost its thread's work to an {@link
 * OutOfMemoryError} would stand still while the process answers as if it worked.
 */
public final class OutOfMemory {
  /** As {@code -XX:+ExitOnOutOfMemoryError} ends the JVM. */
  private static final int STATUS = 3;

  private OutOfMemory() {}

  /** Halts the JVM when the failure, or one of its causes, is an {@link OutOfMemoryError}. */
  public static void haltOn(@Nullable Throwable failure) {
    if (isCauseOf(failure)) {
      Runtime.getRuntime().halt(STATUS); // no hook runs: it could need memory too
    }
  }

  static boolean isCauseOf(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 100; depth++) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
