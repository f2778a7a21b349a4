package eu.callorders.core.enrollment;

import java.time.Instant;

/** Where on the ladder an enrollment stands. */
public sealed interface Position {

  /** Index of the step, from 0. */
  int step();

  /**
   * Before a step, which is begun at an instant.
   *
   * @param step the number of steps: behind the last one
   */
  record Before(int step, Instant at) implements Position {}

  /** In a wait, until an instant. */
  record Waiting(int step, Instant until) implements Position {}

  /** The order of a step is under way. */
  record Ordered(int step) implements Position {}
}
