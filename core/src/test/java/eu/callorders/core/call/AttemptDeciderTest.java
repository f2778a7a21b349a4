package eu.callorders.core.call;

import static eu.callorders.core.call.AttemptMilestone.ANSWERED;
import static eu.callorders.core.call.AttemptMilestone.CONVERSATION_OVER;
import static eu.callorders.core.call.AttemptMilestone.ENDED;
import static eu.callorders.core.call.AttemptMilestone.OBJECTED;
import static eu.callorders.core.call.AttemptMilestone.REFUSED;
import static eu.callorders.core.call.AttemptMilestone.TAKEN;
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

/** What the table alone does not say: what becomes true, and what an attempt remembers. */
class AttemptDeciderTest {
  private static final Instant ANSWERED_AT = NOW.plusSeconds(20);

  @Test
  void countsFromTheMomentTheGatewayHasTakenIt() {
    AttemptDecision step = decide(placing(), new AttemptFact.Taken("ref"));

    assertThat(step.became()).containsExactly(TAKEN);
    assertThat(step.next().startedAt()).isEqualTo(NOW);
    assertThat(step.next().gatewayRef()).isEqualTo("ref");
  }

  @Test
  void countsAsWellWhenTheGatewayMayHaveTakenIt() {
    AttemptDecision step = decide(placing(), new AttemptFact.Taken(null));

    assertThat(step.became()).containsExactly(TAKEN);
    assertThat(decide(step.next(), new AttemptFact.Taken("ref")))
        .isEqualTo(new AttemptDecision(step.next().known("ref"), List.of()));
  }

  @Test
  void theNumberIsGivenFromOutsideAndKept() {
    Attempt third = at(AttemptStatus.PLACED).numbered(3);

    assertThat(third.number()).isEqualTo(3);
    assertThat(after(third, ended(Disposition.BUSY, Cause.NORMAL)).number()).isEqualTo(3);
  }

  @Test
  void keepsTheReferenceItHas() {
    Attempt placed = at(AttemptStatus.PLACED);
    assertThat(after(placed, new AttemptFact.Taken("another"), new AttemptFact.Taken(null)))
        .isEqualTo(placed);
  }

  @Test
  void aRefusalIsNoAttempt() {
    AttemptDecision step = decide(placing(), new AttemptFact.Refused());

    assertThat(step.became()).containsExactly(REFUSED);
    assertThat(step.next().startedAt()).isNull();
  }

  @Test
  void aRefusalAfterItWasTakenChangesNothing() {
    Attempt placed = at(AttemptStatus.PLACED);
    assertThat(after(placed, new AttemptFact.Refused())).isEqualTo(placed);
  }

  @Test
  void theOrdinaryCourseOfAConversation() {
    assertThat(decide(at(AttemptStatus.RINGING), new AttemptFact.Answered(NOW)).became())
        .containsExactly(ANSWERED);
    assertThat(
            decide(at(AttemptStatus.ANSWERED), ended(Disposition.ANSWERED, Cause.NORMAL)).became())
        .containsExactly(ENDED);
    assertThat(decide(at(AttemptStatus.ENDED), new AttemptFact.Reported(CONVERSATION)).became())
        .containsExactly(CONVERSATION_OVER);
  }

  @Test
  void anEndThatOvertakesEverythingImpliesIt() {
    AttemptDecision step =
        decide(
            placing(),
            new AttemptFact.Ended(
                Disposition.ANSWERED,
                Cause.NORMAL,
                Actor.SUBJECT,
                ANSWERED_AT,
                NOW.plusSeconds(60)));

    assertThat(step.became()).containsExactly(TAKEN, ANSWERED, ENDED);
    assertThat(step.next().answeredAt()).isEqualTo(ANSWERED_AT);
    assertThat(step.next().endedAt()).isEqualTo(NOW.plusSeconds(60));
    assertThat(step.next().endedBy()).isEqualTo(Actor.SUBJECT);
  }

  @Test
  void aReportBeforeTheEndWaitsForIt() {
    AttemptDecision early =
        decide(at(AttemptStatus.RINGING), new AttemptFact.Reported(CONVERSATION));
    assertThat(early.became()).isEmpty();

    AttemptDecision over = decide(early.next(), ended(Disposition.ANSWERED, Cause.NORMAL));
    assertThat(over.became()).containsExactly(ANSWERED, ENDED, CONVERSATION_OVER);
    assertThat(over.next().reported()).isEqualTo(CONVERSATION);
  }

  @Test
  void theFirstReportStands() {
    Attempt reported = after(at(AttemptStatus.ANSWERED), new AttemptFact.Reported(CONVERSATION));

    assertThat(after(reported, new AttemptFact.Reported(Conversation.unusable())).reported())
        .isEqualTo(CONVERSATION);
  }

  @Test
  void anUnreachedAttemptIsDoneWhenItEnds() {
    AttemptDecision step =
        decide(at(AttemptStatus.RINGING), ended(Disposition.FAILED, Cause.CARRIER_FAULT));

    assertThat(step.became()).containsExactly(ENDED, UNREACHED);
    assertThat(step.next().disposition()).isEqualTo(Disposition.FAILED);
    assertThat(step.next().cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(step.next().answeredAt()).isNull();
  }

  @Test
  void aVoicemailKeepsWhenItPickedUp() {
    Attempt told = after(at(AttemptStatus.ANSWERED), ended(Disposition.VOICEMAIL, Cause.NORMAL));
    assertThat(told.answeredAt()).isEqualTo(NOW);

    AttemptDecision overtaken =
        decide(
            at(AttemptStatus.RINGING),
            new AttemptFact.Ended(
                Disposition.VOICEMAIL, Cause.NORMAL, null, ANSWERED_AT, NOW.plusSeconds(60)));
    assertThat(overtaken.became()).containsExactly(ENDED, UNREACHED);
    assertThat(overtaken.next().answeredAt()).isEqualTo(ANSWERED_AT);
  }

  @Test
  void nobodyPickedUpAnAttemptThatFailed() {
    Attempt failed =
        after(
            at(AttemptStatus.RINGING),
            ended(Disposition.FAILED, Cause.CARRIER_FAULT),
            new AttemptFact.Answered(ANSWERED_AT));

    assertThat(failed.answeredAt()).isNull();
  }

  @Test
  void anErrorThatOvertakesTheAnswerIsStillTheEndOfAConversation() {
    AttemptFact.Ended broken =
        new AttemptFact.Ended(
            Disposition.FAILED, Cause.CARRIER_FAULT, null, ANSWERED_AT, NOW.plusSeconds(60));

    AttemptDecision overtaking = decide(at(AttemptStatus.RINGING), broken);

    assertThat(overtaking.became()).containsExactly(ANSWERED, ENDED);
    assertThat(overtaking.next())
        .isEqualTo(after(at(AttemptStatus.RINGING), new AttemptFact.Answered(ANSWERED_AT), broken));
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_ANSWER", "BUSY", "FAILED", "CANCELED"})
  void onceAnsweredAnErrorChangesCauseAndActorOnly(Disposition disposition) {
    AttemptDecision step =
        decide(
            at(AttemptStatus.ANSWERED),
            new AttemptFact.Ended(
                disposition, Cause.CARRIER_FAULT, Actor.NETWORK, null, NOW.plusSeconds(60)));

    assertThat(step.became()).containsExactly(ENDED);
    assertThat(step.next().disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(step.next().cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(step.next().endedBy()).isEqualTo(Actor.NETWORK);
    assertThat(step.next().answeredAt()).isEqualTo(NOW);
  }

  @Test
  void aReportOrAnObjectionProvesThatAPersonWasThere() {
    assertThat(
            decide(
                    after(at(AttemptStatus.PLACED), new AttemptFact.Reported(CONVERSATION)),
                    ended(Disposition.FAILED, Cause.CARRIER_FAULT))
                .became())
        .containsExactly(ANSWERED, ENDED, CONVERSATION_OVER);
    assertThat(
            decide(
                    after(at(AttemptStatus.PLACED), new AttemptFact.Objected()),
                    new AttemptFact.FateUnknown())
                .became())
        .containsExactly(ANSWERED, ENDED);
  }

  @Test
  void aLateAnswerOnlyFillsInWhen() {
    Attempt overtaken = after(at(AttemptStatus.RINGING), ended(Disposition.ANSWERED, Cause.NORMAL));
    assertThat(overtaken.answeredAt()).isNull();

    AttemptDecision late = decide(overtaken, new AttemptFact.Answered(ANSWERED_AT));
    assertThat(late.became()).isEmpty();
    assertThat(late.next()).isEqualTo(overtaken.answered(ANSWERED_AT));
    assertThat(after(late.next(), new AttemptFact.Answered(NOW))).isEqualTo(late.next());
  }

  @Test
  void aSecondEndChangesNothing() {
    Attempt closed = at(AttemptStatus.CLOSED);
    assertThat(after(closed, ended(Disposition.ANSWERED, Cause.NORMAL))).isEqualTo(closed);
  }

  @Test
  void anUnknownFateIsAFailedAttempt() {
    AttemptDecision step = decide(placing(), new AttemptFact.FateUnknown());

    assertThat(step.became()).containsExactly(TAKEN, ENDED, UNREACHED);
    assertThat(step.next().disposition()).isEqualTo(Disposition.FAILED);
    assertThat(step.next().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
    assertThat(step.next().endedAt()).isEqualTo(NOW);
  }

  @Test
  void aConversationWhoseEndIsUnknownWasStillAConversation() {
    AttemptDecision step = decide(at(AttemptStatus.ANSWERED), new AttemptFact.FateUnknown());

    assertThat(step.became()).containsExactly(ENDED);
    assertThat(step.next().disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(step.next().cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
  }

  @Test
  void anOverdueReportEndsTheWait() {
    AttemptDecision step = decide(at(AttemptStatus.ENDED), new AttemptFact.ReportOverdue());

    assertThat(step.became()).containsExactly(CONVERSATION_OVER);
    assertThat(step.next().reported()).isNull();
    assertThat(after(step.next(), new AttemptFact.Reported(CONVERSATION)).reported()).isNull();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REFUSED")
  void anObjectionIsHeardOnceInAnyStatus(AttemptStatus status) {
    AttemptDecision step = decide(at(status), new AttemptFact.Objected());

    assertThat(step.became()).contains(OBJECTED);
    assertThat(decide(step.next(), new AttemptFact.Objected()).became()).isEmpty();
  }

  @Test
  void anObjectionInTheReportCountsUnlessItWasToldBefore() {
    AttemptFact objecting =
        new AttemptFact.Reported(CONVERSATION.objecting(new Findings.Objection("voice", null)));

    assertThat(decide(at(AttemptStatus.ENDED), objecting).became())
        .containsExactly(OBJECTED, CONVERSATION_OVER);
    assertThat(
            decide(after(at(AttemptStatus.ENDED), new AttemptFact.Objected()), objecting).became())
        .containsExactly(CONVERSATION_OVER);
    assertThat(decide(at(AttemptStatus.CLOSED), objecting).became()).containsExactly(OBJECTED);
  }

  private static AttemptDecision decide(Attempt attempt, AttemptFact fact) {
    return AttemptDecider.decide(attempt, fact, NOW);
  }
}
