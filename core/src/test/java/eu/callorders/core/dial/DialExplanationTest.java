package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFactsFixture;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.LocalDays;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DialExplanationTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  private static final CallingWindow WINDOW = StatutoryHours.window(BERLIN);
  private static final PhoneNumber PHONE = new PhoneNumber("+493023125000");

  private final DialFactsFixture facts =
      new DialFactsFixture(NOW, LocalDays.startOfNextDay(NOW, BERLIN), WINDOW);

  @Test
  void dialableOrderIsPossibleNow() {
    DialExplanation explanation = explain(Callee.NEVER_CALLED, List.of());

    assertThat(explanation.dialable()).isTrue();
    assertThat(explanation.nextPossibleAt()).isEqualTo(NOW);
  }

  @Test
  void namesTheInstantAtWhichAllRulesPass() {
    facts.minimumGapEndsAt = NOW.plus(Duration.ofHours(2));
    facts.contacts = new Quota(1, 1);

    DialExplanation explanation = explain(Callee.NEVER_CALLED, List.of());

    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isEqualTo(Instant.parse("2026-11-18T07:00:00Z"));
  }

  @Test
  void namesNoInstantDuringAHalt() {
    facts.disabled = true;

    assertThat(explain(Callee.NEVER_CALLED, List.of()).nextPossibleAt()).isNull();
  }

  @Test
  void explainsThatNoAttemptIsLeft() {
    facts.attempts = new Quota(1, 1);
    PastAttempt past =
        new PastAttempt(1, PHONE, Disposition.BUSY, Cause.NORMAL, NOW.minusSeconds(60));

    assertBlocked(explain(Callee.NEVER_CALLED, List.of(past)), DialRule.ATTEMPTS_LEFT);
  }

  @Test
  void explainsASuppression() {
    facts.suppressed = true;

    assertBlocked(explain(new Callee(phone -> true, null), List.of()), DialRule.SUPPRESSION);
  }

  private static void assertBlocked(DialExplanation explanation, DialRule rule) {
    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.verdict() == Verdict.BLOCK)
        .extracting(RuleVerdict::rule)
        .containsExactly(rule);
  }

  private DialExplanation explain(Callee callee, List<PastAttempt> history) {
    OrderTerms terms =
        new OrderTerms(
            List.of(PHONE),
            1,
            Duration.ofHours(4),
            false,
            Map.of(PHONE, WINDOW),
            NOW.plus(Scheduling.MAX_AGE));
    return DialExplanation.of(terms, history, callee, NOW, phone -> facts.build());
  }
}
