package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.sipgateway.call.CallOutcome.TrunkVerdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come. Each method is an event: it returns the progress after it and what the
 * call must do. Immutable and pure.
 *
 * @param accepted whether the service knows of the call
 * @param rang whether a telephone rang
 * @param stopped whether the service has canceled the call
 * @param agentLost whether the call is canceled since nothing can speak any more
 */
record CallProgress(
    Phase phase, boolean accepted, boolean rang, boolean stopped, boolean agentLost) {
  private static final Duration RETRY_AFTER_DRAIN = Duration.ofSeconds(5);

  /** The phases, in their order; a call that nothing answers may be dialed again elsewhere. */
  enum Phase {
    /** No INVITE is on its way. */
    PREPARING,
    /** An INVITE is on its way. */
    DIALING,
    /** A telephone rings. */
    RINGING,
    /** The leg is being canceled. */
    CANCELING,
    /** There is a conversation. */
    ANSWERED,
    ENDED
  }

  /** A progress with what leads to it. */
  record Step(CallProgress next, List<CallAction> actions) {
    Step {
      actions = List.copyOf(actions);
    }
  }

  static CallProgress begin() {
    return new CallProgress(Phase.PREPARING, false, false, false, false);
  }

  boolean hasEnded() {
    return phase == Phase.ENDED;
  }

  /** The identity of a leg is on disk. */
  Step stored(boolean tooLate) {
    if (phase != Phase.PREPARING) {
      return stay();
    }
    return tooLate
        ? refuse(RefusalReason.TOO_LATE, null)
        : to(Phase.DIALING, new CallAction.SendInvite());
  }

  /** The call cannot be dialed: a call that the service knows of ends instead. */
  Step refuse(RefusalReason reason, @Nullable Duration retryAfter) {
    if (hasEnded()) {
      return stay();
    }
    return accepted
        ? end(Disposition.FAILED, Cause.CARRIER_FAULT, null)
        : to(Phase.ENDED, new CallAction.Refuse(reason, retryAfter));
  }

  /** The service knows of the call, or is to know of it now. */
  Step accept() {
    return accepting(known().step());
  }

  /**
   * The time to answer the placing is over.
   *
   * @param missing why the call cannot be dialed yet; null when it can
   */
  Step decide(@Nullable RefusalReason missing) {
    return missing == null ? accept() : refuse(missing, null);
  }

  /** 18x. */
  Step ringing() {
    Phase next = phase == Phase.DIALING ? Phase.RINGING : phase;
    boolean first = !rang && (next == Phase.RINGING || next == Phase.CANCELING);
    return first
        ? accepting(
            new CallProgress(next, true, true, stopped, agentLost)
                .step(new CallAction.ReportRinging()))
        : stay();
  }

  /** 2xx, stored and acknowledged. */
  Step answered(boolean hasSound, NetworkCause network) {
    return switch (phase) {
      case ENDED -> stay(new CallAction.EndLeg());
      case CANCELING -> before(new CallAction.EndLeg(), endCanceled());
      default ->
          hasSound
              ? accepting(known().to(Phase.ANSWERED, new CallAction.Converse()))
              : before(
                  new CallAction.EndLeg(), end(Disposition.FAILED, Cause.CARRIER_FAULT, network));
    };
  }

  /**
   * A final answer other than 2xx.
   *
   * @param hasNext whether another address or carrier is left
   * @param retryAfter of the answer; null without it
   */
  Step rejected(
      CallOutcome outcome, NetworkCause network, boolean hasNext, @Nullable Duration retryAfter) {
    boolean asRequested = stopped || agentLost || Integer.valueOf(487).equals(network.sip());
    if (phase == Phase.CANCELING && asRequested) {
      return endCanceled();
    }
    return outcome.trunk() == TrunkVerdict.PROVEN_FAULT
        ? unplaced(outcome, network, hasNext, retryAfter)
        : end(outcome, network);
  }

  /** No byte of the INVITE has left. */
  Step unsent(CallOutcome outcome, boolean hasNext) {
    return phase == Phase.CANCELING
        ? endCanceled()
        : unplaced(outcome, outcome.network(null), hasNext, null);
  }

  /** Nothing rang: the next address or carrier is tried, else the placing is refused. */
  private Step unplaced(
      CallOutcome outcome, NetworkCause network, boolean hasNext, @Nullable Duration retryAfter) {
    if (hasNext && phase == Phase.DIALING) {
      return to(Phase.PREPARING, new CallAction.DialNext());
    }
    return accepted ? end(outcome, network) : refuse(RefusalReason.TRUNK_FAULT, retryAfter);
  }

  /** No final answer. */
  Step silent(CallOutcome outcome) {
    return end(outcome, outcome.network(null));
  }

  /** The ring time is over. */
  Step ringTimeout() {
    return cancel();
  }

  /** Canceled, and either answered too late or not at all. */
  Step endCanceled() {
    if (stopped) {
      return end(Disposition.CANCELED, Cause.STOPPED, null);
    }
    CallOutcome outcome = agentLost ? AnswerDecider.agentLost() : AnswerDecider.ringTimeout();
    return end(outcome, outcome.network(null));
  }

  /** The service cancels the call. */
  Step stop() {
    CallProgress canceled = new CallProgress(phase, true, rang, true, agentLost);
    return switch (phase) {
      case PREPARING -> accepting(canceled.endCanceled());
      case ANSWERED -> canceled.step(new CallAction.HangUp("platform", Cause.STOPPED));
      case ENDED -> stay();
      default -> accepting(canceled.cancel());
    };
  }

  /** Nothing can speak any more; an answered call knows of it by itself. */
  Step loseAgent() {
    return switch (phase) {
      case PREPARING -> refuse(RefusalReason.AGENT_UNAVAILABLE, null);
      case DIALING, RINGING -> new CallProgress(phase, accepted, rang, stopped, true).cancel();
      default -> stay();
    };
  }

  /** The process ends. */
  Step drain() {
    return switch (phase) {
      case PREPARING -> refuse(RefusalReason.CAPACITY, RETRY_AFTER_DRAIN);
      case ANSWERED -> stay(new CallAction.HangUp("provider", Cause.CARRIER_FAULT));
      default -> cancel();
    };
  }

  /** The conversation has ended. */
  CallProgress ended() {
    return new CallProgress(Phase.ENDED, accepted, rang, stopped, agentLost);
  }

  private Step cancel() {
    return phase == Phase.DIALING || phase == Phase.RINGING
        ? to(Phase.CANCELING, new CallAction.CancelLeg())
        : stay();
  }

  private Step end(CallOutcome outcome, NetworkCause network) {
    return end(outcome.disposition(), outcome.cause(), network);
  }

  private Step end(Disposition disposition, Cause cause, @Nullable NetworkCause network) {
    return hasEnded()
        ? stay()
        : accepting(known().to(Phase.ENDED, new CallAction.End(disposition, cause, network)));
  }

  private CallProgress known() {
    return new CallProgress(phase, true, rang, stopped, agentLost);
  }

  /** The placing is answered before anything is reported. */
  private Step accepting(Step step) {
    return accepted ? step : before(new CallAction.Accept(), step);
  }

  private Step to(Phase next, CallAction... actions) {
    return new CallProgress(next, accepted, rang, stopped, agentLost).step(actions);
  }

  private Step stay(CallAction... actions) {
    return step(actions);
  }

  private Step step(CallAction... actions) {
    return new Step(this, List.of(actions));
  }

  private static Step before(CallAction first, Step step) {
    return new Step(step.next(), Stream.concat(Stream.of(first), step.actions().stream()).toList());
  }
}
