package eu.callorders.core.call;

import static eu.callorders.core.call.AttemptMilestone.ANSWERED;
import static eu.callorders.core.call.AttemptMilestone.CONVERSATION_ENDED;
import static eu.callorders.core.call.AttemptMilestone.ENDED;
import static eu.callorders.core.call.AttemptMilestone.OBJECTED;
import static eu.callorders.core.call.AttemptMilestone.PLACED;
import static eu.callorders.core.call.AttemptMilestone.REFUSED;
import static eu.callorders.core.call.AttemptMilestone.UNREACHED;
import static eu.callorders.core.call.Attempts.CONVERSATION;
import static eu.callorders.core.call.Attempts.NOW;
import static eu.callorders.core.call.Attempts.after;
import static eu.callorders.core.call.Attempts.at;
import static eu.callorders.core.call.Attempts.ended;
import static eu.callorders.core.call.Attempts.placing;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Milestones and details of an attempt, which the transition table does not cover. */
class AttemptDeciderTest {
  private static final Instant ANSWERED_AT = NOW.plusSeconds(20);

  @Test
  void countsOnceTheGatewayHasAccepted() {
    AttemptDecision decision = decide(placing(), new AttemptFact.Placed("ref"));

    assertThat(decision.milestones()).containsExactly(PLACED);
    assertThat(decision.next().startedAt()).isEqualTo(NOW);
    assertThat(decision.next().gatewayRef()).isEqualTo("ref");
  }

  @Test
  void countsWhenTheGatewayMayHaveAccepted() {
    AttemptDecision decision = decide(placing(), new AttemptFact.Placed(null));

    assertThat(decision.milestones()).containsExactly(PLACED);
    assertThat(decide(decision.next(), new AttemptFact.Placed("ref")))
        .isEqualTo(new AttemptDecision(decision.next().withGatewayRef("ref"), List.of()));
  }

  @Test
  void keepsItsAssignedNumber() {
    Attempt third = at(AttemptStatus.PLACED).withAttemptNumber(3);

    assertThat(third.attemptNumber()).isEqualTo(3);
    assertThat(after(third, ended(Disposition.BUSY, Cause.NORMAL)).attemptNumber()).isEqualTo(3);
  }

  @Test
  void keepsItsGatewayReference() {
    Attempt placed = at(AttemptStatus.PLACED);
    assertThat(after(placed, new AttemptFact.Placed("another"), new AttemptFact.Placed(null)))
        .isEqualTo(placed);
  }

  @Test
  void refusedAttemptDoesNotCount() {
    AttemptDecision decision = decide(placing(), new AttemptFact.Refused());

    assertThat(decision.milestones()).containsExactly(REFUSED);
    assertThat(decision.next().startedAt()).isNull();
  }

  @Test
  void ignoresARefusalAfterAcceptance() {
    Attempt placed = at(AttemptStatus.PLACED);
    assertThat(after(placed, new AttemptFact.Refused())).isEqualTo(placed);
  }

  @Test
  void reachesTheMilestonesOfAConversationInOrder() {
    assertThat(decide(at(AttemptStatus.RINGING), new AttemptFact.Answered(NOW)).milestones())
        .containsExactly(ANSWERED);
    assertThat(
            decide(at(AttemptStatus.ANSWERED), ended(Disposition.ANSWERED, Cause.NORMAL))
                .milestones())
        .containsExactly(ENDED);
    assertThat(decide(at(AttemptStatus.ENDED), new AttemptFact.Reported(CONVERSATION)).milestones())
        .containsExactly(CONVERSATION_ENDED);
  }

  @Test
  void earlyEndImpliesEarlierMilestones() {
    AttemptDecision decision =
        decide(
            placing(),
            new AttemptFact.Ended(
                Disposition.ANSWERED,
                Cause.NORMAL,
                Actor.SUBJECT,
                ANSWERED_AT,
                NOW.plusSeconds(60)));

    assertThat(decision.milestones()).containsExactly(PLACED, ANSWERED, ENDED);
    assertThat(decision.next().answeredAt()).isEqualTo(ANSWERED_AT);
    assertThat(decision.next().endedAt()).isEqualTo(NOW.plusSeconds(60));
    assertThat(decision.next().endedBy()).isEqualTo(Actor.SUBJECT);
  }

  @Test
  void reportBeforeTheEndWaitsForIt() {
    AttemptDecision early =
        decide(at(AttemptStatus.RINGING), new AttemptFact.Reported(CONVERSATION));
    assertThat(early.milestones()).isEmpty();

    AttemptDecision ended = decide(early.next(), ended(Disposition.ANSWERED, Cause.NORMAL));
    assertThat(ended.milestones()).containsExactly(ANSWERED, ENDED, CONVERSATION_ENDED);
    assertThat(ended.next().conversation()).isEqualTo(CONVERSATION);
  }

  @Test
  void firstReportWins() {
    Attempt reported = after(at(AttemptStatus.ANSWERED), new AttemptFact.Reported(CONVERSATION));

    assertThat(
            after(reported, new AttemptFact.Reported(Conversation.ofUnusableReport()))
                .conversation())
        .isEqualTo(CONVERSATION);
  }

  @Test
  void unreachedAttemptClosesWhenItEnds() {
    AttemptDecision decision =
        decide(at(AttemptStatus.RINGING), ended(Disposition.FAILED, Cause.CARRIER_FAULT));

    assertThat(decision.milestones()).containsExactly(ENDED, UNREACHED);
    assertThat(decision.next().disposition()).isEqualTo(Disposition.FAILED);
    assertThat(decision.next().cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(decision.next().answeredAt()).isNull();
  }

  @Test
  void voicemailKeepsItsAnswerTime() {
    Attempt answered =
        after(at(AttemptStatus.ANSWERED), ended(Disposition.VOICEMAIL, Cause.NORMAL));
    assertThat(answered.answeredAt()).isEqualTo(NOW);

    AttemptDecision endFirst =
        decide(
            at(AttemptStatus.RINGING),
            new AttemptFact.Ended(
                Disposition.VOICEMAIL, Cause.NORMAL, null, ANSWERED_AT, NOW.plusSeconds(60)));
    assertThat(endFirst.milestones()).containsExactly(ENDED, UNREACHED);
    assertThat(endFirst.next().answeredAt()).isEqualTo(ANSWERED_AT);
  }

  @Test
  void failedAttemptHasNoAnswerTime() {
    Attempt failed =
        after(
            at(AttemptStatus.RINGING),
            ended(Disposition.FAILED, Cause.CARRIER_FAULT),
            new AttemptFact.Answered(ANSWERED_AT));

    assertThat(failed.answeredAt()).isNull();
  }

  @Test
  void errorBeforeTheAnswerStillEndsAConversation() {
    AttemptFact.Ended broken =
        new AttemptFact.Ended(
            Disposition.FAILED, Cause.CARRIER_FAULT, null, ANSWERED_AT, NOW.plusSeconds(60));

    AttemptDecision endFirst = decide(at(AttemptStatus.RINGING), broken);

    assertThat(endFirst.milestones()).containsExactly(ANSWERED, ENDED);
    assertThat(endFirst.next())
        .isEqualTo(after(at(AttemptStatus.RINGING), new AttemptFact.Answered(ANSWERED_AT), broken));
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_ANSWER", "BUSY", "FAILED", "CANCELED"})
  void errorAfterTheAnswerChangesOnlyCauseAndActor(Disposition disposition) {
    AttemptDecision decision =
        decide(
            at(AttemptStatus.ANSWERED),
            new AttemptFact.Ended(
                disposition, Cause.CARRIER_FAULT, Actor.NETWORK, null, NOW.plusSeconds(60)));

    assertThat(decision.milestones()).containsExactly(ENDED);
    assertThat(decision.next().disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(decision.next().cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(decision.next().endedBy()).isEqualTo(Actor.NETWORK);
    assertThat(decision.next().answeredAt()).isEqualTo(NOW);
  }

  @Test
  void reportOrObjectionProvesAConversation() {
    assertThat(
            decide(
                    after(at(AttemptStatus.PLACED), new AttemptFact.Reported(CONVERSATION)),
                    ended(Disposition.FAILED, Cause.CARRIER_FAULT))
                .milestones())
        .containsExactly(ANSWERED, ENDED, CONVERSATION_ENDED);
    assertThat(
            decide(
                    after(at(AttemptStatus.PLACED), new AttemptFact.Objected()),
                    new AttemptFact.OutcomeUnknown())
                .milestones())
        .containsExactly(ANSWERED, ENDED);
  }

  @Test
  void lateAnswerOnlyFillsInItsTime() {
    Attempt ended = after(at(AttemptStatus.RINGING), ended(Disposition.ANSWERED, Cause.NORMAL));
    assertThat(ended.answeredAt()).isNull();

    AttemptDecision late = decide(ended, new AttemptFact.Answered(ANSWERED_AT));
    assertThat(late.milestones()).isEmpty();
    assertThat(late.next()).isEqualTo(ended.withAnsweredAt(ANSWERED_AT));
    assertThat(after(late.next(), new AttemptFact.Answered(NOW))).isEqualTo(late.next());
  }

  @Test
  void ignoresASecondEnd() {
    Attempt closed = at(AttemptStatus.CLOSED);
    assertThat(after(closed, ended(Disposition.ANSWERED, Cause.NORMAL))).isEqualTo(closed);
  }

  @Test
  void unknownOutcomeIsAFailedAttempt() {
    AttemptDecision decision = decide(placing(), new AttemptFact.OutcomeUnknown());

    assertThat(decision.milestones()).containsExactly(PLACED, ENDED, UNREACHED);
    assertThat(decision.next().disposition()).isEqualTo(Disposition.FAILED);
    assertThat(decision.next().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
    assertThat(decision.next().endedAt()).isEqualTo(NOW);
  }

  @Test
  void answeredCallWithUnknownEndIsAConversation() {
    AttemptDecision decision = decide(at(AttemptStatus.ANSWERED), new AttemptFact.OutcomeUnknown());

    assertThat(decision.milestones()).containsExactly(ENDED);
    assertThat(decision.next().disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(decision.next().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
  }

  @Test
  void overdueReportClosesTheAttempt() {
    AttemptDecision decision = decide(at(AttemptStatus.ENDED), new AttemptFact.ReportOverdue());

    assertThat(decision.milestones()).containsExactly(CONVERSATION_ENDED);
    assertThat(decision.next().conversation()).isNull();
    assertThat(after(decision.next(), new AttemptFact.Reported(CONVERSATION)).conversation())
        .isNull();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REFUSED")
  void recordsAnObjectionOnceInAnyStatus(AttemptStatus status) {
    AttemptDecision decision = decide(at(status), new AttemptFact.Objected());

    assertThat(decision.milestones()).contains(OBJECTED);
    assertThat(decide(decision.next(), new AttemptFact.Objected()).milestones()).isEmpty();
  }

  private static AttemptDecision decide(Attempt attempt, AttemptFact fact) {
    return AttemptDecider.decide(attempt, fact, NOW);
  }
}
