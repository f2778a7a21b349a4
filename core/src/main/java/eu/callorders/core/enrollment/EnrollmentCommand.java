package eu.callorders.core.enrollment;

import eu.callorders.core.sequence.Fact;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import java.time.ZoneId;
import java.util.random.RandomGenerator;

/** What can happen to an enrollment after its start. */
public sealed interface EnrollmentCommand {

  /**
   * Its time has come.
   *
   * @param zone the person's
   * @param window when the person may be called
   * @param chance the same whenever the same step is begun
   */
  record Act(ZoneId zone, CallingWindow window, RandomGenerator chance)
      implements EnrollmentCommand {}

  /** The order of the present step was accepted. */
  record OrderAccepted() implements EnrollmentCommand {}

  /** There is no room for the order of the present step before that instant. */
  record PostponeOrder(Instant before) implements EnrollmentCommand {}

  /** The present step cannot be carried out. */
  record Fail(String reason) implements EnrollmentCommand {}

  /** The order of the present step has ended, with these values of its result. */
  record OrderEnded(String summaryCode, String reachability) implements EnrollmentCommand {}

  /** Something came to be known of the person. */
  record RecordFact(Fact fact) implements EnrollmentCommand {}

  /** A new enrollment takes its place. */
  record Replace() implements EnrollmentCommand {}

  /** The client holds it. */
  record Pause() implements EnrollmentCommand {}

  /** The client lets it go on. */
  record Resume() implements EnrollmentCommand {}

  /** The client ends it. */
  record Cancel() implements EnrollmentCommand {}
}
