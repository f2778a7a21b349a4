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

/** Whatever the gateway tells, in whatever order and however often, comes to the same. */
class AttemptEventOrderTest {
  private static final int ROUNDS = 2_000;

  private record EventRun(Attempt last, List<AttemptMilestone> became) {}

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VOICEMAIL")
  void theOrderInWhichAConversationIsToldDoesNotMatter(Disposition disposition) {
    List<AttemptFact> facts =
        List.of(
            new AttemptFact.Taken("ref"),
            new AttemptFact.Ringing(),
            new AttemptFact.Answered(NOW.plusSeconds(20)),
            new AttemptFact.Objected(),
            new AttemptFact.Reported(CONVERSATION),
            ended(disposition, Cause.NORMAL));
    Set<AttemptMilestone> expected =
        EnumSet.complementOf(EnumSet.of(AttemptMilestone.REFUSED, AttemptMilestone.UNREACHED));
    Attempt ordered = course(facts).last();
    Random random = new Random(1);

    for (int round = 0; round < ROUNDS; round++) {
      EventRun course = course(shuffledTwice(facts, random));
      if (course.became().contains(AttemptMilestone.UNREACHED)) {
        // The end came before any word of a person: it had to be believed.
        assertThat(disposition).isNotEqualTo(Disposition.ANSWERED);
        continue;
      }
      assertThat(course.became()).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(course.last()).isEqualTo(ordered);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ANSWERED")
  void theOrderInWhichAnUnansweredCallIsToldDoesNotMatter(Disposition disposition) {
    List<AttemptFact> facts =
        List.of(
            new AttemptFact.Taken("ref"),
            new AttemptFact.Ringing(),
            ended(disposition, Cause.NORMAL));
    Attempt ordered = course(facts).last();
    Random random = new Random(2);

    for (int round = 0; round < ROUNDS; round++) {
      EventRun course = course(shuffledTwice(facts, random));
      assertThat(course.last()).isEqualTo(ordered);
      assertThat(course.became())
          .containsExactly(
              AttemptMilestone.TAKEN, AttemptMilestone.ENDED, AttemptMilestone.UNREACHED);
    }
  }

  @Test
  void anyFactsAtAllRaiseAnAttemptAndEndItOnce() {
    Random random = new Random(3);
    for (int round = 0; round < 10 * ROUNDS; round++) {
      Attempt attempt = placing();
      List<AttemptMilestone> became = new ArrayList<>();
      for (int count = random.nextInt(12); count > 0; count--) {
        AttemptDecision step = AttemptDecider.decide(attempt, anyFact(random), NOW);
        assertThat(step.next().status()).isGreaterThanOrEqualTo(attempt.status());
        attempt = step.next();
        became.addAll(step.became());
      }
      assertThat(became).doesNotHaveDuplicates();
      assertThat(became.contains(AttemptMilestone.TAKEN)).isEqualTo(attempt.status().counts());
      assertThat(became.contains(AttemptMilestone.ENDED)).isEqualTo(attempt.endedAt() != null);
      assertThat(became)
          .doesNotContainSequence(AttemptMilestone.UNREACHED, AttemptMilestone.CONVERSATION_OVER);
      boolean done =
          became.contains(AttemptMilestone.UNREACHED)
              || became.contains(AttemptMilestone.CONVERSATION_OVER);
      assertThat(done).isEqualTo(attempt.status() == AttemptStatus.CLOSED);
      if (became.contains(AttemptMilestone.CONVERSATION_OVER)) {
        assertThat(became).contains(AttemptMilestone.ANSWERED);
        assertThat(attempt.disposition()).isEqualTo(Disposition.ANSWERED);
      }
    }
  }

  private static List<AttemptFact> shuffledTwice(List<AttemptFact> facts, Random random) {
    List<AttemptFact> told = new ArrayList<>(facts);
    told.addAll(facts);
    Collections.shuffle(told, random);
    return told;
  }

  private static EventRun course(List<AttemptFact> facts) {
    Attempt attempt = placing();
    List<AttemptMilestone> became = new ArrayList<>();
    for (AttemptFact fact : facts) {
      AttemptDecision step = AttemptDecider.decide(attempt, fact, NOW);
      attempt = step.next();
      became.addAll(step.became());
    }
    return new EventRun(attempt, became);
  }

  private static AttemptFact anyFact(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> new AttemptFact.Taken(random.nextBoolean() ? "ref" : null);
      case 1 -> new AttemptFact.Refused();
      case 2 -> new AttemptFact.Ringing();
      case 3 -> new AttemptFact.Answered(NOW);
      case 4 -> new AttemptFact.Objected();
      case 5 -> new AttemptFact.Reported(CONVERSATION);
      case 6 -> new AttemptFact.FateUnknown();
      case 7 -> new AttemptFact.ReportOverdue();
      default ->
          ended(
              Disposition.values()[random.nextInt(Disposition.values().length)],
              Cause.values()[random.nextInt(Cause.values().length)]);
    };
  }
}
