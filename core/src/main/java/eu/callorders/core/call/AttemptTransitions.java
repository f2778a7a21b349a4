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
    TAKEN("placed, or possibly placed"),
    PROVEN_REFUSAL("proven not dialed"),
    RING("rings"),
    ANSWER("answered"),
    END_SPOKEN("ended as answered"),
    END_SPOKEN_REPORTED("ended as answered, already reported"),
    END_UNREACHED("ended otherwise"),
    END_UNREACHED_REPORTED("ended otherwise, already reported"),
    END_VOICEMAIL("ended as voicemail"),
    OBJECTION("person objected"),
    REPORT("reported"),
    FATE_UNKNOWN("outcome unknown"),
    FATE_UNKNOWN_HEARD("outcome unknown, but the person objected"),
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
                  .to(PLACED, Trigger.TAKEN, Trigger.OBJECTION, Trigger.REPORT)
                  .to(RINGING, Trigger.RING)
                  .to(ANSWERED, Trigger.ANSWER)
                  .to(ENDED, Trigger.END_SPOKEN, Trigger.FATE_UNKNOWN_HEARD)
                  .to(CLOSED, Trigger.END_SPOKEN_REPORTED)
                  .to(CLOSED, Trigger.END_UNREACHED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL, Trigger.FATE_UNKNOWN),
              from(PLACED)
                  .to(RINGING, Trigger.RING)
                  .to(ANSWERED, Trigger.ANSWER)
                  .to(ENDED, Trigger.END_SPOKEN, Trigger.FATE_UNKNOWN_HEARD)
                  .to(CLOSED, Trigger.END_SPOKEN_REPORTED)
                  .to(CLOSED, Trigger.END_UNREACHED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL, Trigger.FATE_UNKNOWN),
              from(RINGING)
                  .to(ANSWERED, Trigger.ANSWER)
                  .to(ENDED, Trigger.END_SPOKEN, Trigger.FATE_UNKNOWN_HEARD)
                  .to(CLOSED, Trigger.END_SPOKEN_REPORTED)
                  .to(CLOSED, Trigger.END_UNREACHED, Trigger.END_UNREACHED_REPORTED)
                  .to(CLOSED, Trigger.END_VOICEMAIL, Trigger.FATE_UNKNOWN),
              from(ANSWERED)
                  .to(ENDED, Trigger.END_SPOKEN, Trigger.END_UNREACHED)
                  .to(ENDED, Trigger.FATE_UNKNOWN, Trigger.FATE_UNKNOWN_HEARD)
                  .to(CLOSED, Trigger.END_SPOKEN_REPORTED, Trigger.END_UNREACHED_REPORTED)
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
