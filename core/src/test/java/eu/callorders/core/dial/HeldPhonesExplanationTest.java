package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialFactsFixture;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.LocalDays;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Explanations of an order whose phones all have holds. */
class HeldPhonesExplanationTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  private static final Instant NIGHT = Instant.parse("2026-11-17T21:00:00Z");
  private static final Instant MORNING = Instant.parse("2026-11-18T07:00:00Z");
  private static final Instant NOON_TOMORROW = Instant.parse("2026-11-18T11:00:00Z");
  private static final CallingWindow WINDOW = StatutoryHours.window(BERLIN);
  private static final PhoneNumber FIRST = new PhoneNumber("+493023125000");
  private static final PhoneNumber SECOND = new PhoneNumber("+493023125001");

  private final Map<PhoneNumber, DialFactsFixture> facts =
      Map.of(FIRST, allowingFacts(), SECOND, allowingFacts());
  private final Set<PhoneNumber> suppressed = new HashSet<>();

  @Test
  void phoneThatIsFreeFirstDecides() {
    hold(FIRST, NOON_TOMORROW);
    hold(SECOND, NIGHT);

    assertDecides(DialRule.HOLD, NIGHT, MORNING);
  }

  @Test
  void firstOfPhonesThatAreFreeAtOnceDecides() {
    hold(FIRST, NIGHT);
    hold(SECOND, NIGHT);
    facts.get(SECOND).number = spentUntil(NOON_TOMORROW);

    assertDecides(DialRule.HOLD, NIGHT, MORNING);
  }

  @Test
  void phoneWithAKnownEndDecidesBesideOneWithout() {
    hold(FIRST, null);
    hold(SECOND, NIGHT);

    assertDecides(DialRule.HOLD, NIGHT, MORNING);
    assertThat(explain().isHeld()).isFalse();
  }

  @Test
  void suppressedPhoneDecidesNothing() {
    hold(FIRST, NOON_TOMORROW);
    hold(SECOND, NIGHT);
    suppressed.add(SECOND);

    assertDecides(DialRule.HOLD, NOON_TOMORROW, NOON_TOMORROW);
  }

  @Test
  void otherRulesOfThePhoneThatIsFreeFirstCount() {
    hold(FIRST, NOON_TOMORROW);
    hold(SECOND, NIGHT);
    Instant spent = NOON_TOMORROW.minus(Duration.ofHours(2));
    facts.get(SECOND).number = spentUntil(spent);

    assertDecides(DialRule.NUMBER_QUOTA, spent, spent);
  }

  @Test
  void noInstantIsKnownWhileNoHoldEnds() {
    hold(FIRST, null);
    hold(SECOND, null);

    assertDecides(DialRule.HOLD, null, null);
    assertThat(explain().isHeld()).isTrue();
  }

  private void hold(PhoneNumber phone, @Nullable Instant until) {
    facts.get(phone).holds = List.of(new ActiveHold(UUID.randomUUID(), "disputed", until));
  }

  private void assertDecides(DialRule rule, @Nullable Instant until, @Nullable Instant next) {
    DialExplanation explanation = explain();
    RuleVerdict deciding = explanation.rules().getFirst();
    assertThat(explanation.dialable()).isFalse();
    assertThat(deciding.rule()).isEqualTo(rule);
    assertThat(deciding.until()).isEqualTo(until);
    assertThat(explanation.nextPossibleAt()).isEqualTo(next);
  }

  private DialExplanation explain() {
    OrderTerms terms =
        new OrderTerms(
            List.of(FIRST, SECOND),
            3,
            Duration.ofHours(4),
            false,
            Map.of(FIRST, WINDOW, SECOND, WINDOW),
            NOW.plus(Scheduling.MAX_AGE));
    Callee callee =
        new Callee(suppressed::contains, phone -> !facts.get(phone).holds.isEmpty(), null);
    return DialExplanation.of(terms, List.of(), callee, NOW, phone -> facts.get(phone).build());
  }

  private static DialFactsFixture allowingFacts() {
    return new DialFactsFixture(NOW, LocalDays.startOfNextDay(NOW, BERLIN), WINDOW);
  }

  private static DialFacts.NumberFacts spentUntil(Instant end) {
    return new DialFacts.NumberFacts("DE", true, List.of(), new Quota(3, 3), end);
  }
}
