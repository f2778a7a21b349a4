package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.sipgateway.call.CallProgress.Phase;
import eu.callorders.sipgateway.call.CallProgress.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The state machine of a call. */
class CallProgressTest {
  private static final NetworkCause NETWORK = new NetworkCause(200, null, "no usable media");
  private static final Duration SOON = Duration.ofSeconds(17);
  private static final CallAction ACCEPT = new CallAction.Accept();
  private static final CallAction CANCELED =
      new CallAction.End(Disposition.CANCELED, Cause.STOPPED, null);
  private static final CallAction UNANSWERED =
      new CallAction.End(
          Disposition.NO_ANSWER, Cause.NORMAL, new NetworkCause(null, null, "ring timeout"));

  private final CallProgress preparing = CallProgress.begin();
  private final CallProgress dialing = preparing.stored(false).next();
  private final CallProgress ringing = dialing.ringing().next();
  private final CallProgress canceling = ringing.ringTimeout().next();
  private final CallProgress answered = ringing.answered(true, NETWORK).next();
  private final CallProgress ended = ringing.silent(AnswerDecider.unknown("silence")).next();

  @Test
  void storedLegIsDialedInTime() {
    assertThat(preparing.stored(false))
        .isEqualTo(step(Phase.DIALING, false, false, false, new CallAction.SendInvite()));
    assertThat(preparing.stored(true))
        .isEqualTo(
            step(
                Phase.ENDED,
                false,
                false,
                false,
                new CallAction.Refuse(RefusalReason.TOO_LATE, null)));
    assertThat(ended.stored(false).actions()).isEmpty();
  }

  @Test
  void acceptedOnce() {
    assertThat(dialing.accept().actions()).containsExactly(ACCEPT);
    assertThat(dialing.accept().next().accept().actions()).isEmpty();
  }

  @Test
  void placingIsAnsweredInTime() {
    assertThat(dialing.decide(null).actions()).containsExactly(ACCEPT);
    assertThat(preparing.decide(RefusalReason.AGENT_UNAVAILABLE).actions())
        .containsExactly(new CallAction.Refuse(RefusalReason.AGENT_UNAVAILABLE, null));
  }

  @Test
  void firstRingingIsReported() {
    assertThat(dialing.ringing())
        .isEqualTo(step(Phase.RINGING, true, true, false, ACCEPT, new CallAction.ReportRinging()));
    assertThat(ringing.ringing().actions()).isEmpty();
    assertThat(ended.ringing().actions()).isEmpty();
  }

  @Test
  void ringingWhileCanceledIsReportedToo() {
    CallProgress canceled = dialing.ringTimeout().next();

    assertThat(canceled.ringing().actions())
        .containsExactly(ACCEPT, new CallAction.ReportRinging());
    assertThat(canceled.ringing().next().phase()).isEqualTo(Phase.CANCELING);
  }

  @Test
  void answerWithSoundBeginsTheConversation() {
    assertThat(dialing.answered(true, NETWORK))
        .isEqualTo(step(Phase.ANSWERED, true, false, false, ACCEPT, new CallAction.Converse()));
    assertThat(ringing.answered(true, NETWORK).actions())
        .containsExactly(new CallAction.Converse());
  }

  @Test
  void answerWithoutSoundEndsTheCall() {
    assertThat(ringing.answered(false, NETWORK))
        .isEqualTo(
            step(
                Phase.ENDED,
                true,
                true,
                false,
                new CallAction.EndLeg(),
                new CallAction.End(Disposition.FAILED, Cause.CARRIER_FAULT, NETWORK)));
  }

  @Test
  void answerThatComesTooLateIsEnded() {
    assertThat(canceling.answered(true, NETWORK).actions())
        .containsExactly(new CallAction.EndLeg(), UNANSWERED);
    assertThat(canceling.stop().next().answered(true, NETWORK).actions())
        .containsExactly(new CallAction.EndLeg(), CANCELED);
    assertThat(ended.answered(true, NETWORK).actions()).containsExactly(new CallAction.EndLeg());
  }

  @Test
  void provenFaultIsTriedElsewhereThenRefused() {
    assertThat(rejected(dialing, 503, true))
        .isEqualTo(step(Phase.PREPARING, false, false, false, new CallAction.DialNext()));
    assertThat(rejected(dialing, 503, false).actions())
        .containsExactly(new CallAction.Refuse(RefusalReason.TRUNK_FAULT, SOON));
  }

  @Test
  void provenFaultOfAnAcceptedCallEndsIt() {
    assertThat(rejected(dialing.accept().next(), 503, false).actions())
        .containsExactly(
            new CallAction.End(
                Disposition.FAILED,
                Cause.CARRIER_FAULT,
                new NetworkCause(503, null, "service unavailable")));
  }

  @Test
  void canceledCallIsNotTriedElsewhere() {
    CallProgress timedOut = dialing.accept().next().ringTimeout().next();

    assertThat(rejected(timedOut, 503, true).actions())
        .singleElement()
        .isInstanceOf(CallAction.End.class);
    assertThat(rejected(timedOut, 487, true).actions()).containsExactly(UNANSWERED);
    assertThat(timedOut.unsent(AnswerDecider.unsent(), true).actions()).containsExactly(UNANSWERED);
    assertThat(rejected(timedOut.stop().next(), 503, true).actions()).containsExactly(CANCELED);
  }

  @Test
  void unsentInviteIsTriedElsewhere() {
    assertThat(dialing.unsent(AnswerDecider.unsent(), true).actions())
        .containsExactly(new CallAction.DialNext());
    assertThat(dialing.unsent(AnswerDecider.unsent(), false).actions())
        .containsExactly(new CallAction.Refuse(RefusalReason.TRUNK_FAULT, null));
  }

  @Test
  void ringTimeIsOverOnlyWhileNothingAnswers() {
    assertThat(ringing.ringTimeout().actions()).containsExactly(new CallAction.CancelLeg());
    assertThat(canceling.ringTimeout().actions()).isEmpty();
    assertThat(answered.ringTimeout().actions()).isEmpty();
    assertThat(canceling.endCanceled().actions()).containsExactly(UNANSWERED);
  }

  @Test
  void serviceCancelsInEachPhase() {
    assertThat(preparing.stop().actions()).containsExactly(ACCEPT, CANCELED);
    assertThat(dialing.stop().actions()).containsExactly(ACCEPT, new CallAction.CancelLeg());
    assertThat(canceling.stop().actions()).isEmpty();
    assertThat(answered.stop().actions())
        .containsExactly(new CallAction.HangUp("platform", Cause.STOPPED));
    assertThat(ended.stop()).isEqualTo(new Step(ended, List.of()));
  }

  @Test
  void lostAgentCancelsTheCall() {
    NetworkCause lost = new NetworkCause(null, null, "the agent was lost");
    CallAction failed = new CallAction.End(Disposition.FAILED, Cause.CARRIER_FAULT, lost);
    CallProgress canceled = ringing.loseAgent().next();

    assertThat(preparing.loseAgent().actions())
        .containsExactly(new CallAction.Refuse(RefusalReason.AGENT_UNAVAILABLE, null));
    assertThat(ringing.loseAgent().actions()).containsExactly(new CallAction.CancelLeg());
    assertThat(rejected(canceled, 487, true).actions()).containsExactly(failed);
    assertThat(canceled.answered(true, NETWORK).actions())
        .containsExactly(new CallAction.EndLeg(), failed);
    assertThat(canceled.endCanceled().actions()).containsExactly(failed);
    assertThat(answered.loseAgent().actions()).isEmpty();
    assertThat(ended.loseAgent().actions()).isEmpty();
  }

  @Test
  void stopOfTheProcessDialsNothingMore() {
    assertThat(preparing.drain().actions()).singleElement().isInstanceOf(CallAction.Refuse.class);
    assertThat(preparing.drain().next().stored(false).actions()).isEmpty();
    assertThat(dialing.drain().actions()).containsExactly(new CallAction.CancelLeg());
    assertThat(answered.drain().actions())
        .containsExactly(new CallAction.HangUp("provider", Cause.CARRIER_FAULT));
    assertThat(ended.drain().actions()).isEmpty();
  }

  @Test
  void endIsReportedOnce() {
    assertThat(ended.silent(AnswerDecider.unknown("again")).actions()).isEmpty();
    assertThat(ended.endCanceled().actions()).isEmpty();
    assertThat(answered.ended().hasEnded()).isTrue();
  }

  private static Step rejected(CallProgress progress, int status, boolean hasNext) {
    CallOutcome outcome =
        AnswerDecider.decide(new FinalAnswer(status, null, progress.rang(), true));
    NetworkCause network = new NetworkCause(status, null, outcome.detail());
    return progress.rejected(outcome, network, hasNext, SOON);
  }

  private static Step step(
      Phase phase, boolean accepted, boolean rang, boolean stopped, CallAction... actions) {
    return new Step(new CallProgress(phase, accepted, rang, stopped, false), List.of(actions));
  }
}
