package eu.callorders.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.DialFacts.NumberFacts;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules of a number, for whatever subject. */
class NumberRulesTest {
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  private static final Instant MIDNIGHT = Instant.parse("2026-11-17T23:00:00Z");
  private static final Instant MORNING = Instant.parse("2026-11-18T07:00:00Z");
  private static final CallingWindow WINDOW = StatutoryHours.window(ZoneId.of("Europe/Berlin"));

  @Test
  void countryThatMayNotBeCalledWaits() {
    DialDecision decision = decide(new NumberFacts("FR", false, List.of("FR"), null, MIDNIGHT));

    assertWaits(decision, DialRule.COUNTRY, NOW.plus(Duration.ofHours(1)));
    assertThat(verdict(decision, DialRule.COUNTRY).until()).isNull();
    assertThat(verdict(decision, DialRule.COUNTRY).parameters())
        .isEqualTo(Map.of("country", "FR", "skipped_countries", List.of("FR")));
  }

  @Test
  void numberOfNoCountryMayBeCalled() {
    DialDecision decision = decide(new NumberFacts(null, true, List.of(), null, MIDNIGHT));

    assertThat(decision).isInstanceOf(DialDecision.Allowed.class);
    assertThat(verdict(decision, DialRule.COUNTRY).parameters()).isEmpty();
  }

  @Test
  void namesTheCountriesOfContactsThatAreNotDialed() {
    DialDecision decision =
        decide(new NumberFacts("DE", true, List.of("FR"), new Quota(2, 3), MIDNIGHT));

    assertThat(decision).isInstanceOf(DialDecision.Allowed.class);
    assertThat(verdict(decision, DialRule.COUNTRY).parameters())
        .isEqualTo(Map.of("country", "DE", "skipped_countries", List.of("FR")));
    assertThat(verdict(decision, DialRule.NUMBER_QUOTA).parameters())
        .isEqualTo(Map.of("used", 2, "limit", 3));
  }

  @Test
  void numberWithoutAContactLeftWaitsForTheEndOfItsDay() {
    DialDecision decision =
        decide(new NumberFacts("DE", true, List.of(), new Quota(3, 3), MIDNIGHT));

    assertWaits(decision, DialRule.NUMBER_QUOTA, MORNING);
    assertThat(verdict(decision, DialRule.NUMBER_QUOTA).until()).isEqualTo(MIDNIGHT);
  }

  private static DialDecision decide(NumberFacts number) {
    DialFactsFixture facts = new DialFactsFixture(NOW, MIDNIGHT, WINDOW);
    facts.number = number;
    return DialDecision.evaluate(NOW, facts.build());
  }

  private static void assertWaits(DialDecision decision, DialRule rule, Instant until) {
    assertThat(decision)
        .isInstanceOfSatisfying(
            DialDecision.Wait.class, wait -> assertThat(wait.until()).isEqualTo(until));
    assertThat(verdict(decision, rule).verdict()).isEqualTo(RuleVerdict.Verdict.WAIT);
  }

  private static RuleVerdict verdict(DialDecision decision, DialRule rule) {
    return decision.explanation().stream()
        .filter(each -> each.rule() == rule)
        .findFirst()
        .orElseThrow();
  }
}
