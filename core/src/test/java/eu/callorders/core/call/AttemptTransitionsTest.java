package eu.callorders.core.call;

import static eu.callorders.core.call.Attempts.CONVERSATION;
import static eu.callorders.core.call.Attempts.NOW;
import static eu.callorders.core.call.Attempts.ended;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptTransitions.Transition;
import eu.callorders.core.call.AttemptTransitions.Trigger;
import eu.callorders.core.docs.StateDiagram;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the decider against the table, for every status and trigger. */
class AttemptTransitionsTest {

  static Stream<Arguments> grid() {
    return Arrays.stream(AttemptStatus.values())
        .flatMap(
            status ->
                Arrays.stream(Trigger.values()).map(trigger -> Arguments.of(status, trigger)));
  }

  @ParameterizedTest
  @MethodSource("grid")
  void movesToTheStatusOfTheTable(AttemptStatus status, Trigger trigger) {
    AttemptStatus expected =
        AttemptTransitions.TABLE.stream()
            .filter(cell -> cell.from() == status && cell.trigger() == trigger)
            .map(Transition::to)
            .findFirst()
            .orElse(status);

    Attempt before = attempt(status, trigger);
    AttemptDecision decision = AttemptDecider.decide(before, fact(trigger), NOW);

    assertThat(decision.next().status()).isEqualTo(expected);
    assertThat(decision.next().status().counts())
        .isEqualTo(decision.next().startedAt() != null)
        .isEqualTo(status.counts() || decision.milestones().contains(AttemptMilestone.PLACED));
    assertThat(decision.next().disposition() != null)
        .isEqualTo(decision.next().endedAt() != null)
        .isEqualTo(expected == AttemptStatus.ENDED || expected == AttemptStatus.CLOSED);
    assertThat(decision.milestones().contains(AttemptMilestone.ENDED))
        .isEqualTo(before.endedAt() == null && decision.next().endedAt() != null);
    assertThat(decision.milestones()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("grid")
  void repeatedFactChangesNothing(AttemptStatus status, Trigger trigger) {
    Attempt once = AttemptDecider.decide(attempt(status, trigger), fact(trigger), NOW).next();
    AttemptDecision twice = AttemptDecider.decide(once, fact(trigger), NOW.plusSeconds(9));

    assertThat(twice).isEqualTo(new AttemptDecision(once, List.of()));
  }

  @Test
  void tableHasNoDuplicateRows() {
    assertThat(
            AttemptTransitions.TABLE.stream()
                .map(cell -> cell.from() + " " + cell.trigger())
                .toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void statusOnlyRises() {
    assertThat(AttemptTransitions.TABLE).allMatch(cell -> cell.from().compareTo(cell.to()) < 0);
  }

  @Test
  void pageShowsTheTable() throws IOException {
    new StateDiagram(
            "States of an attempt",
            "The transitions of one attempt to reach a person. A fact without a transition fills in"
                + " details at most: facts come late, twice and in any order.",
            AttemptTransitions.TABLE.stream()
                .map(
                    cell ->
                        new StateDiagram.Edge(
                            cell.from().wire(), cell.trigger().label, cell.to().wire()))
                .toList(),
            new LinkedHashSet<>(List.of(AttemptStatus.CLOSED.wire(), AttemptStatus.REFUSED.wire())))
        .assertPageMatches("attempt-states.md");
  }

  private static Attempt attempt(AttemptStatus status, Trigger trigger) {
    Attempt attempt = Attempts.at(status);
    return switch (trigger) {
      case END_ANSWERED_REPORTED, END_UNREACHED_REPORTED -> attempt.withConversation(CONVERSATION);
      case OUTCOME_UNKNOWN_AFTER_OBJECTION -> attempt.withObjection();
      default -> attempt;
    };
  }

  private static AttemptFact fact(Trigger trigger) {
    return switch (trigger) {
      case PLACED -> new AttemptFact.Placed("ref");
      case PROVEN_REFUSAL -> new AttemptFact.Refused();
      case RING -> new AttemptFact.Ringing();
      case ANSWER -> new AttemptFact.Answered(NOW);
      case END_ANSWERED, END_ANSWERED_REPORTED -> ended(Disposition.ANSWERED, Cause.NORMAL);
      case END_UNREACHED, END_UNREACHED_REPORTED -> ended(Disposition.BUSY, Cause.NORMAL);
      case END_VOICEMAIL -> ended(Disposition.VOICEMAIL, Cause.NORMAL);
      case OBJECTION -> new AttemptFact.Objected();
      case REPORT -> new AttemptFact.Reported(CONVERSATION);
      case OUTCOME_UNKNOWN, OUTCOME_UNKNOWN_AFTER_OBJECTION -> new AttemptFact.OutcomeUnknown();
      case REPORT_OVERDUE -> new AttemptFact.ReportOverdue();
    };
  }
}
