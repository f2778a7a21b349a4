package eu.callorders.server.concurrent;

import org.jspecify.annotations.Nullable;

/** Exit codes of a process whose supervisor restarts it. */
public final class ProcessExit {
  /** Same as {@code -XX:+ExitOnOutOfMemoryError}. */
  public static final int OUT_OF_MEMORY = 3;

  /** An orderly stop took too long. */
  public static final int STOP_DEADLINE = 4;

  /** A loop stalled and an interrupt did not help. */
  public static final int LOOP_STALLED = 5;

  /** The database did not respond during the start, or the embedded server has ended. */
  public static final int DATABASE_UNREACHABLE = 6;

  private ProcessExit() {}

  /** Ends the process after an OutOfMemoryError, whose effects are unknown. */
  public static void haltIfOutOfMemory(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        Runtime.getRuntime().halt(OUT_OF_MEMORY);
      }
    }
  }
}
