package eu.callorders.core.call;

import static eu.callorders.core.call.AttemptStatus.ANSWERED;
import static eu.callorders.core.call.AttemptStatus.CLOSED;
import static eu.callorders.core.call.AttemptStatus.ENDED;
import static eu.callorders.core.call.AttemptStatus.PLACED;
import static eu.callorders.core.call.AttemptStatus.PLACING;
import static eu.callorders.core.call.AttemptStatus.REFUSED;
import static eu.callorders.core.call.AttemptStatus.RINGING;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The state machine of an attempt as a table. {@link AttemptDecider} is tested against it, and the
 * diagram in the documentation is generated from it.
 */
final class AttemptTransitions {

  /** Facts, split where they lead to different states. */
  enum Trigger {
    PLACED("placed, or possibly placed"),
    PROVEN_REFUSAL("proven not dialed"),
    RING("rings"),
    ANSWER("answered"),
    END_ANSWERED("ended as answered"),
    END_ANSWERED_REPORTED("ended as answered, already reported"),
    END_UNREACHED("ended otherwise"),
    END_UNREACHED_REPORTED("ended otherwise, already reported"),
    END_VOICEMAIL("ended as voicemail"),
    OBJECTION("person objected"),
    REPORT("reported"),
    OUTCOME_UNKNOWN("outcome unknown"),
    OUTCOME_UNKNOWN_AFTER_OBJECTION("outcome unknown, but the person objected"),
    REPORT_OVERDUE("report overdue");

    final String label;

    Trigger(String label) {
      this.label = label;
    }
  }

  /** One cell of the table. */
  record Transition(AttemptStatus from, Trigger trigger, AttemptStatus to) {}

  /** A pair without a row changes no status. */
  static final List<Transition> TABLE =
      Stream.of(
              from(PLACING)
                  .to(REFUSED, Trigger.PROVEN_REFUSAL)
                  .to(PLACED, Trigger.PLACED, Trigger.OBJECTION, Trigger.REPORT)
                  .to(RINGING, Trigger.RING)
                  .to(ANSWERED, Trigger.ANSWER)
                  .to(ENDED, Trigger.END_ANSWERED, Trigger.OUTCOME_UNKNOWN_AFTER_OBJECTION)
                  .to(CLOSED, Trigger.END_ANSWERED_REPORTED)
                  .to(CLOSED, Trigger.END_UNREACHED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL, Trigger.OUTCOME_UNKNOWN),
              from(PLACED)
                  .to(RINGING, Trigger.RING)
                  .to(ANSWERED, Trigger.ANSWER)
                  .to(ENDED, Trigger.END_ANSWERED, Trigger.OUTCOME_UNKNOWN_AFTER_OBJECTION)
                  .to(CLOSED, Trigger.END_ANSWERED_REPORTED)
                  .to(CLOSED, Trigger.END_UNREACHED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL, Trigger.OUTCOME_UNKNOWN),
              from(RINGING)
                  .to(ANSWERED, Trigger.ANSWER)
                  .to(ENDED, Trigger.END_ANSWERED, Trigger.OUTCOME_UNKNOWN_AFTER_OBJECTION)
                  .to(CLOSED, Trigger.END_ANSWERED_REPORTED)
                  .to(CLOSED, Trigger.END_UNREACHED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL, Trigger.OUTCOME_UNKNOWN),
              from(ANSWERED)
                  .to(ENDED, Trigger.END_ANSWERED, Trigger.END_UNREACHED)
                  .to(ENDED, Trigger.OUTCOME_UNKNOWN, Trigger.OUTCOME_UNKNOWN_AFTER_OBJECTION)
                  .to(CLOSED, Trigger.END_ANSWERED_REPORTED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL),
              from(ENDED).to(CLOSED, Trigger.REPORT, Trigger.REPORT_OVERDUE))
          .flatMap(Rows::stream)
          .toList();

  private AttemptTransitions() {}

  private static Rows from(AttemptStatus from) {
    return new Rows(from, Stream.empty());
  }

  private record Rows(AttemptStatus from, Stream<Transition> stream) {
    Rows to(AttemptStatus to, Trigger... triggers) {
      return new Rows(
          from,
          Stream.concat(
              stream, Arrays.stream(triggers).map(each -> new Transition(from, each, to))));
    }
  }
}
