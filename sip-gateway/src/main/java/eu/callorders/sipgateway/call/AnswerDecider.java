package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.sipgateway.call.CallOutcome.TrunkVerdict;

/**
 * What a final answer means. Carriers use codes loosely: 403 and 404 also stand for their own
 * limits and unpaid bills, so that only a trunk in good standing knows numbers, and no answer is a
 * refusal for good.
 */
public final class AnswerDecider {

  /** The rows of the table, in words. */
  private enum Meaning {
    BUSY,
    DECLINED,
    UNREACHED,
    NO_SUCH_NUMBER,
    REDIRECTED,
    TRUNK_FAULT
  }

  private AnswerDecider() {}

  public static CallOutcome decide(FinalAnswer answer) {
    return switch (meaning(answer)) {
      case BUSY -> sound(Disposition.BUSY, Cause.NORMAL, answer);
      case DECLINED -> sound(Disposition.BUSY, Cause.DECLINED, answer);
      case UNREACHED -> sound(Disposition.NO_ANSWER, Cause.NORMAL, answer);
      case NO_SUCH_NUMBER -> sound(Disposition.FAILED, Cause.NUMBER_INVALID, answer);
      case REDIRECTED -> sound(Disposition.FAILED, Cause.REDIRECTED, answer);
      case TRUNK_FAULT ->
          new CallOutcome(
              Disposition.FAILED,
              Cause.CARRIER_FAULT,
              isProven(answer) ? TrunkVerdict.PROVEN_FAULT : TrunkVerdict.FAULT,
              CauseDetails.of(answer.status(), answer.q850()));
    };
  }

  /** It rang until the time was up. */
  public static CallOutcome ringTimeout() {
    return new CallOutcome(Disposition.NO_ANSWER, Cause.NORMAL, TrunkVerdict.SOUND, "ring timeout");
  }

  /** Silence, or the connection was lost after the INVITE. */
  public static CallOutcome unknown(String detail) {
    return new CallOutcome(Disposition.FAILED, Cause.OUTCOME_UNKNOWN, TrunkVerdict.FAULT, detail);
  }

  /** It rang, but nothing could speak any more. */
  public static CallOutcome agentLost() {
    return new CallOutcome(
        Disposition.FAILED, Cause.CARRIER_FAULT, TrunkVerdict.SOUND, "the agent was lost");
  }

  /** No byte of the INVITE has left. */
  public static CallOutcome unsent() {
    return new CallOutcome(
        Disposition.FAILED, Cause.CARRIER_FAULT, TrunkVerdict.PROVEN_FAULT, "not sent");
  }

  private static CallOutcome sound(Disposition disposition, Cause cause, FinalAnswer answer) {
    return new CallOutcome(
        disposition, cause, TrunkVerdict.SOUND, CauseDetails.of(answer.status(), answer.q850()));
  }

  /** Q.850 refines the status; causes without a meaning here leave it to the status. */
  private static Meaning meaning(FinalAnswer answer) {
    return answer.q850() == null
        ? byStatus(answer)
        : switch (answer.q850()) {
          case 17 -> Meaning.BUSY;
          case 21 -> answer.ringing() ? Meaning.DECLINED : Meaning.TRUNK_FAULT;
          case 18, 19, 20, 27 -> Meaning.UNREACHED;
          case 1, 22, 28 -> noSuchNumber(answer);
          case 23 -> Meaning.REDIRECTED;
          case 2, 3, 34, 38, 41, 42, 44, 47 -> Meaning.TRUNK_FAULT;
          default -> byStatus(answer);
        };
  }

  private static Meaning byStatus(FinalAnswer answer) {
    return switch (answer.status()) {
      case 486, 600 -> Meaning.BUSY;
      case 603, 607 -> answer.ringing() ? Meaning.DECLINED : Meaning.TRUNK_FAULT;
      case 480 -> Meaning.UNREACHED;
      case 408, 487, 504 -> answer.ringing() ? Meaning.UNREACHED : Meaning.TRUNK_FAULT;
      case 404, 410, 484, 485, 604 -> noSuchNumber(answer);
      default -> answer.status() < 400 ? Meaning.REDIRECTED : Meaning.TRUNK_FAULT;
    };
  }

  private static Meaning noSuchNumber(FinalAnswer answer) {
    return answer.goodStanding() ? Meaning.NO_SUCH_NUMBER : Meaning.TRUNK_FAULT;
  }

  private static boolean isProven(FinalAnswer answer) {
    return !answer.ringing()
        && answer.status() != 408
        && answer.status() != 504
        && answer.status() < 600;
  }
}
