package eu.callorders.core.call;

import static eu.callorders.core.call.Attempts.CONVERSATION;
import static eu.callorders.core.call.Attempts.NOW;
import static eu.callorders.core.call.Attempts.ended;
import static eu.callorders.core.call.Attempts.placing;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Repeated facts in any order lead to the same attempt. */
class AttemptEventOrderTest {
  private static final int ROUNDS = 2_000;

  private record EventRun(Attempt last, List<AttemptMilestone> became) {}

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VOICEMAIL")
  void orderOfAConversationsFactsDoesNotMatter(Disposition disposition) {
    List<AttemptFact> facts =
        List.of(
            new AttemptFact.Placed("ref"),
            new AttemptFact.Ringing(),
            new AttemptFact.Answered(NOW.plusSeconds(20)),
            new AttemptFact.Objected(),
            new AttemptFact.Reported(CONVERSATION),
            ended(disposition, Cause.NORMAL));
    Set<AttemptMilestone> expected =
        EnumSet.complementOf(EnumSet.of(AttemptMilestone.REFUSED, AttemptMilestone.UNREACHED));
    Attempt ordered = run(facts).last();
    Random random = new Random(1);

    for (int round = 0; round < ROUNDS; round++) {
      EventRun run = run(shuffledTwice(facts, random));
      if (run.became().contains(AttemptMilestone.UNREACHED)) {
        // The end came first, without sign of a person, and stands.
        assertThat(disposition).isNotEqualTo(Disposition.ANSWERED);
        continue;
      }
      assertThat(run.became()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(run.last()).isEqualTo(ordered);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWERED")
  void orderOfAnUnansweredCallsFactsDoesNotMatter(Disposition disposition) {
    List<AttemptFact> facts =
        List.of(
            new AttemptFact.Placed("ref"),
            new AttemptFact.Ringing(),
            ended(disposition, Cause.NORMAL));
    Attempt ordered = run(facts).last();
    Random random = new Random(2);

    for (int round = 0; round < ROUNDS; round++) {
      EventRun run = run(shuffledTwice(facts, random));
      assertThat(run.last()).isEqualTo(ordered);
      assertThat(run.became())
          .containsExactly(
              AttemptMilestone.PLACED, AttemptMilestone.ENDED, AttemptMilestone.UNREACHED);
    }
  }

  @Test
  void randomFactsNeverLowerTheStatusAndEndOnce() {
    Random random = new Random(3);
    for (int round = 0; round < 10 * ROUNDS; round++) {
      Attempt attempt = placing();
      List<AttemptMilestone> milestones = new ArrayList<>();
      for (int count = random.nextInt(12); count > 0; count--) {
        AttemptDecision decision = AttemptDecider.decide(attempt, anyFact(random), NOW);
        assertThat(decision.next().status()).isGreaterThanOrEqualTo(attempt.status());
        attempt = decision.next();
        milestones.addAll(decision.milestones());
      }
      assertThat(milestones).doesNotHaveDuplicates();
      assertThat(milestones.contains(AttemptMilestone.PLACED)).isEqualTo(attempt.status().counts());
      assertThat(milestones.contains(AttemptMilestone.ENDED)).isEqualTo(attempt.endedAt() != null);
      assertThat(milestones)
          .doesNotContainSequence(AttemptMilestone.UNREACHED, AttemptMilestone.CONVERSATION_ENDED);
      boolean done =
          milestones.contains(AttemptMilestone.UNREACHED)
              || milestones.contains(AttemptMilestone.CONVERSATION_ENDED);
      assertThat(done).isEqualTo(attempt.status() == AttemptStatus.CLOSED);
      if (milestones.contains(AttemptMilestone.CONVERSATION_ENDED)) {
        assertThat(milestones).contains(AttemptMilestone.ANSWERED);
        assertThat(attempt.disposition()).isEqualTo(Disposition.ANSWERED);
      }
    }
  }

  private static List<AttemptFact> shuffledTwice(List<AttemptFact> facts, Random random) {
    List<AttemptFact> shuffled = new ArrayList<>(facts);
    shuffled.addAll(facts);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }

  private static EventRun run(List<AttemptFact> facts) {
    Attempt attempt = placing();
    List<AttemptMilestone> milestones = new ArrayList<>();
    for (AttemptFact fact : facts) {
      AttemptDecision decision = AttemptDecider.decide(attempt, fact, NOW);
      attempt = decision.next();
      milestones.addAll(decision.milestones());
    }
    return new EventRun(attempt, milestones);
  }

  private static AttemptFact anyFact(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> new AttemptFact.Placed(random.nextBoolean() ? "ref" : null);
      case 1 -> new AttemptFact.Refused();
      case 2 -> new AttemptFact.Ringing();
      case 3 -> new AttemptFact.Answered(NOW);
      case 4 -> new AttemptFact.Objected();
      case 5 -> new AttemptFact.Reported(CONVERSATION);
      case 6 -> new AttemptFact.OutcomeUnknown();
      case 7 -> new AttemptFact.ReportOverdue();
      default ->
          ended(
              Disposition.values()[random.nextInt(Disposition.values().length)],
              Cause.values()[random.nextInt(Cause.values().length)]);
    };
  }
}
