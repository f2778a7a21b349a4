package eu.callorders.core.enrollment;

import java.time.Instant;

/** The position of an enrollment in its sequence. */
public sealed interface Position {

  /** Index of the step, from 0. */
  int step();

  /**
   * Before a step, which starts at an instant.
   *
   * @param step the number of steps when none is left
   */
  record Before(int step, Instant at) implements Position {}

  record Waiting(int step, Instant until) implements Position {}

  /** The order of the step is open. */
  record Ordered(int step) implements Position {}
}
