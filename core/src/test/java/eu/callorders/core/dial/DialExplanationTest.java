package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialFactsFixture;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.HaltFacts;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.core.order.PlanReason;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.LocalDays;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DialExplanationTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  private static final Instant MORNING = Instant.parse("2026-11-18T07:00:00Z");
  private static final Instant NOON_TOMORROW = Instant.parse("2026-11-18T11:00:00Z");
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
    facts.gapUntil(NOW.plus(Duration.ofHours(2)));
    facts.contacts = new Quota(1, 1);

    assertDecides(DialRule.CONTACTS_PER_DAY, MORNING);
  }

  static Stream<Arguments> causes() {
    Instant gapEnd = NOW.plus(Duration.ofHours(2));
    Instant night = Instant.parse("2026-11-17T21:00:00Z");
    return Stream.of(
        cause(DialRule.MINIMUM_GAP, gapEnd, gapEnd, it -> it.gapUntil(gapEnd)),
        cause(DialRule.MINIMUM_GAP, MORNING, MORNING, it -> it.gapUntil(night)),
        cause(
            DialRule.WINDOW,
            NOON_TOMORROW,
            NOON_TOMORROW,
            it -> {
              it.gapUntil(night);
              it.window = WINDOW.withBounds(NOON_TOMORROW, null);
            }),
        cause(DialRule.CONTACTS_PER_DAY, MORNING, MORNING, it -> it.contacts = new Quota(1, 1)),
        cause(
            DialRule.CONTACTS_PER_DAY,
            gapEnd,
            MORNING,
            it -> {
              it.gapUntil(gapEnd);
              it.contacts = new Quota(1, 1);
            }),
        cause(DialRule.DIALS_PER_DAY, gapEnd, MORNING, it -> it.dials = new Quota(1_000, 1_000)),
        cause(
            DialRule.HALT,
            gapEnd,
            null,
            it -> {
              it.gapUntil(gapEnd);
              it.halt = new HaltFacts("operator", "fire", NOW, null, null, null);
            }),
        cause(
            DialRule.HOLD,
            gapEnd,
            null,
            it -> {
              it.gapUntil(gapEnd);
              it.holds =
                  List.of(
                      new ActiveHold(new UUID(1, 1), "disputed", MORNING),
                      new ActiveHold(new UUID(1, 2), "represented", null));
            }),
        cause(
            DialRule.HOLD,
            gapEnd,
            MORNING,
            it -> {
              it.gapUntil(gapEnd);
              it.holds = List.of(new ActiveHold(new UUID(1, 1), "disputed", night));
            }),
        cause(
            DialRule.ENROLLMENT_PAUSED,
            gapEnd,
            null,
            it -> {
              it.gapUntil(gapEnd);
              it.paused = true;
            }),
        cause(
            DialRule.COUNTRY,
            gapEnd,
            null,
            it -> {
              it.gapUntil(gapEnd);
              it.number = new DialFacts.NumberFacts("FR", false, List.of("FR"), null, MORNING);
            }),
        cause(DialRule.SUBJECT_BUSY, NOW, null, it -> it.busy = true),
        cause(DialRule.CONCURRENT_CALLS, NOW, null, it -> it.calls = new Quota(10, 10)),
        cause(
            DialRule.GATEWAY,
            NOW,
            null,
            it -> it.gateway = new DialFacts.GatewayFacts(GatewayStatus.DOWN, false)),
        cause(
            DialRule.MINIMUM_GAP,
            gapEnd,
            gapEnd,
            it -> {
              it.gapUntil(gapEnd);
              it.gateway = new DialFacts.GatewayFacts(GatewayStatus.DOWN, false);
            }));
  }

  /**
   * @param plannedAt by the order's status, as an effect of the cause
   * @param next expected
   */
  private static Arguments cause(
      DialRule rule, Instant plannedAt, Instant next, Consumer<DialFactsFixture> change) {
    return Arguments.of(rule, plannedAt, next, change);
  }

  @ParameterizedTest
  @MethodSource("causes")
  void namesTheCauseOfAPlanBeforeThePlan(
      DialRule rule, Instant plannedAt, Instant next, Consumer<DialFactsFixture> change) {
    facts.state = new OrderState.Scheduled(plannedAt);
    change.accept(facts);

    assertDecides(rule, next);
  }

  @Test
  void windowDecidesWhenItOpensAfterTheGap() {
    Instant night = Instant.parse("2026-11-17T21:00:00Z");
    facts.gapUntil(night.plus(Duration.ofHours(1)));
    facts.state = new OrderState.Scheduled(MORNING);

    assertDecides(night, DialRule.WINDOW, MORNING);
  }

  @Test
  void gapDecidesWhenItOutlastsTheOpening() {
    Instant night = Instant.parse("2026-11-17T21:00:00Z");
    facts.gapUntil(NOON_TOMORROW);
    facts.state = new OrderState.Scheduled(NOON_TOMORROW);

    assertDecides(night, DialRule.MINIMUM_GAP, NOON_TOMORROW);
  }

  @Test
  void planDecidesOnlyWhenNothingElseDelaysAsLong() {
    facts.gapUntil(NOW.plus(Duration.ofHours(2)));
    facts.state = new OrderState.Scheduled(NOW.plus(Duration.ofHours(3)));
    facts.planReason = PlanReason.SPREAD;

    DialExplanation explanation =
        assertDecides(DialRule.ORDER_STATUS, NOW.plus(Duration.ofHours(3)));

    assertThat(explanation.rules().getFirst().parameters())
        .containsOnly(
            Map.entry("status", "scheduled"),
            Map.entry("next_attempt_at", NOW.plus(Duration.ofHours(3))),
            Map.entry("reason", "spread"));
  }

  @Test
  void roundedPlanIsNotLaterThanItsCause() {
    facts.gapUntil(NOW.plus(Duration.ofHours(2)));
    facts.state = new OrderState.Scheduled(NOW.plus(Duration.ofHours(2)).plusNanos(500));

    assertDecides(DialRule.MINIMUM_GAP, NOW.plus(Duration.ofHours(2)).plusNanos(500));
  }

  @Test
  void activeAttemptDecides() {
    facts.state = new OrderState.Dialing(UUID.randomUUID());
    facts.busy = true;
    facts.gapUntil(NOW.plus(Duration.ofHours(2)));

    assertDecides(DialRule.ORDER_STATUS, null);
  }

  @Test
  void gapThatOutlastsTheOrderDecides() {
    facts.window = WINDOW.withBounds(null, NOW.plus(Duration.ofHours(3)));
    facts.gapUntil(NOW.plus(Duration.ofHours(4)));

    DialExplanation explanation =
        DialExplanation.of(
            terms(facts.window), List.of(), Callee.NEVER_CALLED, NOW, phone -> facts.build());

    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules().getFirst().rule()).isEqualTo(DialRule.MINIMUM_GAP);
  }

  private DialExplanation assertDecides(DialRule rule, Instant next) {
    return assertDecides(NOW, rule, next);
  }

  /** Also that the other rules keep their order. */
  private DialExplanation assertDecides(Instant now, DialRule rule, Instant next) {
    DialExplanation explanation =
        DialExplanation.of(
            terms(facts.window), List.of(), Callee.NEVER_CALLED, now, phone -> facts.build());
    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isEqualTo(next);
    assertThat(explanation.rules()).extracting(RuleVerdict::rule).first().isEqualTo(rule);
    assertThat(explanation.rules().subList(1, explanation.rules().size()))
        .extracting(RuleVerdict::rule)
        .containsExactlyElementsOf(
            Stream.of(DialRule.values()).filter(each -> each != rule).toList());
    return explanation;
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
    assertThat(explanation.rules().getFirst().rule()).isEqualTo(rule);
    assertThat(explanation.rules())
        .filteredOn(each -> each.verdict() == Verdict.BLOCK)
        .extracting(RuleVerdict::rule)
        .containsExactly(rule);
  }

  private DialExplanation explain(Callee callee, List<PastAttempt> history) {
    return DialExplanation.of(terms(WINDOW), history, callee, NOW, phone -> facts.build());
  }

  private static OrderTerms terms(CallingWindow window) {
    return new OrderTerms(
        List.of(PHONE),
        1,
        Duration.ofHours(4),
        false,
        Map.of(PHONE, window),
        NOW.plus(Scheduling.MAX_AGE));
  }
}
