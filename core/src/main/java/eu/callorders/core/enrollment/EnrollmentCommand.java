package eu.callorders.core.enrollment;

import eu.callorders.core.sequence.Fact;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import java.time.ZoneId;
import java.util.random.RandomGenerator;

/** A command to a running enrollment. */
public sealed interface EnrollmentCommand {

  /**
   * It is due.
   *
   * @param zone the person's
   * @param window when the person may be called
   * @param random seeded per step, so that a repetition gives the same values
   */
  record Advance(ZoneId zone, CallingWindow window, RandomGenerator random)
      implements EnrollmentCommand {}

  record OrderAccepted() implements EnrollmentCommand {}

  /** No capacity for the order of the current step before that instant. */
  record PostponeOrder(Instant before) implements EnrollmentCommand {}

  /** The current step cannot be executed. */
  record Fail(String reason) implements EnrollmentCommand {}

  /** The order of the current step ended with these values of its result. */
  record OrderEnded(String summaryCode, String reachability) implements EnrollmentCommand {}

  record RecordFact(Fact fact) implements EnrollmentCommand {}

  record Replace() implements EnrollmentCommand {}

  record Pause() implements EnrollmentCommand {}

  record Resume() implements EnrollmentCommand {}

  record Cancel() implements EnrollmentCommand {}
}
