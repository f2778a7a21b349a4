package eu.callorders.core.enrollment;

import org.jspecify.annotations.Nullable;

/** The state of an enrollment as far as decisions depend on it. */
public sealed interface EnrollmentState {
  EnrollmentStatus status();

  record Active(Position position) implements EnrollmentState {
    @Override
    public EnrollmentStatus status() {
      return EnrollmentStatus.ACTIVE;
    }
  }

  record Paused(Position position) implements EnrollmentState {
    @Override
    public EnrollmentStatus status() {
      return EnrollmentStatus.PAUSED;
    }
  }

  /**
   * The enrollment has ended.
   *
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
