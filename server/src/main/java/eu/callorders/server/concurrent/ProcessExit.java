package eu.callorders.server.concurrent;

import org.jspecify.annotations.Nullable;

/** The exit codes of a process that cannot stop in order. Its supervisor starts it again. */
public final class ProcessExit {
  /** As with {@code -XX:+ExitOnOutOfMemoryError}. */
  public static final int OUT_OF_MEMORY = 3;

  /** The stop took longer than it may. */
  public static final int STOP_DEADLINE = 4;

  /** A loop stood still and could not be revived. */
  public static final int LOOP_STANDS_STILL = 5;

  private ProcessExit() {}

  /** Ends the process when memory ran out: what an allocation has cut short cannot be known. */
  public static void haltIfOutOfMemory(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        Runtime.getRuntime().halt(OUT_OF_MEMORY);
      }
    }
  }
}
