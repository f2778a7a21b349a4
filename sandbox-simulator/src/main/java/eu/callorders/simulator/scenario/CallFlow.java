package eu.callorders.simulator.scenario;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;

/** The course of one attempt up to the conversation, if any. */
enum CallFlow {
  ANSWERED(Disposition.ANSWERED, Cause.NORMAL, true),
  VOICEMAIL(Disposition.VOICEMAIL, Cause.NORMAL, true),
  NO_ANSWER(Disposition.NO_ANSWER, Cause.NORMAL, true),
  BUSY(Disposition.BUSY, Cause.NORMAL, false),
  CARRIER_FAULT(Disposition.FAILED, Cause.CARRIER_FAULT, true),
  UNALLOCATED(Disposition.FAILED, Cause.NUMBER_INVALID, false),
  UNTRACEABLE(Disposition.FAILED, Cause.OUTCOME_UNKNOWN, false);

  final Disposition disposition;
  final Cause cause;
  final boolean rings;

  CallFlow(Disposition disposition, Cause cause, boolean rings) {
    this.disposition = disposition;
    this.cause = cause;
    this.rings = rings;
  }

  static CallFlow of(Disposition disposition) {
    return switch (disposition) {
      case ANSWERED -> ANSWERED;
      case VOICEMAIL -> VOICEMAIL;
      case NO_ANSWER -> NO_ANSWER;
      case BUSY -> BUSY;
      case FAILED -> CARRIER_FAULT;
      case CANCELED ->
          throw new IllegalArgumentException("only a request to stop can cancel a call");
    };
  }
}
