package eu.callorders.core.enrollment;

import org.jspecify.annotations.Nullable;

/** The state of an enrollment as far as decisions depend on it. */
public sealed interface EnrollmentState {
  EnrollmentStatus status();

  /** Its steps are executed. */
  record Active(Position position) implements EnrollmentState {
    @Override
    public EnrollmentStatus status() {
      return EnrollmentStatus.ACTIVE;
    }
  }

  /** The client paused it. */
  record Paused(Position position) implements EnrollmentState {
    @Override
    public EnrollmentStatus status() {
      return EnrollmentStatus.PAUSED;
    }
  }

  /**
   * @param status a terminal one
   * @param step the step at which it ended
   * @param reason null: its last step was done
   */
  record Ended(EnrollmentStatus status, int step, @Nullable String reason)
      implements EnrollmentState {
    public Ended {
      if (!status.terminal()) {
        throw new IllegalArgumentException(status + " is not terminal");
      }
    }
  }
}
