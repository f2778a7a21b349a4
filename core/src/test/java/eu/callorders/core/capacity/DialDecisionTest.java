package eu.callorders.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DialDecisionTest {
  /** A Tuesday, 11:00 in Berlin. */
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");

  private static final String LATE = "the letters went out late";
  private static final Instant SOON = NOW.plus(DialDecision.RECHECK_INTERVAL);
  private static final Instant MIDNIGHT = Instant.parse("2026-11-17T23:00:00Z");
  private static final Instant MORNING = Instant.parse("2026-11-18T07:00:00Z");
  private static final CallingWindow WINDOW = StatutoryHours.window(ZoneId.of("Europe/Berlin"));

  private static DialFactsFixture facts(Consumer<DialFactsFixture> change) {
    DialFactsFixture facts = new DialFactsFixture(NOW, MIDNIGHT, WINDOW);
    change.accept(facts);
    return facts;
  }

  @Test
  void allowsADialThatPassesEveryRule() {
    DialDecision decision = DialDecision.evaluate(NOW, facts(any -> {}).build());

    assertThat(decision).isInstanceOf(DialDecision.Allowed.class);
    assertThat(decision.explanation())
        .extracting(RuleVerdict::rule)
        .containsExactly(DialRule.values());
    assertThat(decision.explanation())
        .allMatch(each -> each.verdict() == Verdict.PASS && each.until() == null);
  }

  static Stream<Arguments> waits() {
    Instant gap = NOW.plusSeconds(90);
    return Stream.of(
        Arguments.of(DialRule.HALT, facts(it -> it.disabled = true), null, SOON),
        Arguments.of(DialRule.SUBJECT_BUSY, facts(it -> it.busy = true), null, SOON),
        Arguments.of(DialRule.NUMBER_BUSY, facts(it -> it.phoneBusy = true), null, SOON),
        Arguments.of(DialRule.MINIMUM_GAP, facts(it -> it.gapUntil(gap)), gap, gap),
        Arguments.of(
            DialRule.CONTACTS_PER_DAY,
            facts(it -> it.contacts = new Quota(1, 1)),
            MIDNIGHT,
            MORNING),
        Arguments.of(
            DialRule.DIALS_PER_DAY,
            facts(it -> it.dials = new Quota(1_000, 1_000)),
            MIDNIGHT,
            MORNING),
        Arguments.of(
            DialRule.DIALS_PER_7_DAYS,
            facts(it -> it.weeklyDials = week(2, "2026-11-11", "2026-11-14", "2026-11-15")),
            midnightBefore("2026-11-21"),
            Instant.parse("2026-11-21T07:00:00Z")),
        Arguments.of(
            DialRule.CONVERSATIONS_PER_7_DAYS,
            facts(it -> it.conversations = week(1, "2026-11-11")),
            midnightBefore("2026-11-18"),
            MORNING),
        Arguments.of(
            DialRule.CONCURRENT_CALLS, facts(it -> it.calls = new Quota(11, 10)), null, SOON),
        Arguments.of(
            DialRule.GATEWAY,
            facts(it -> it.gateway = new DialFacts.GatewayFacts(GatewayStatus.DOWN, false)),
            null,
            SOON),
        Arguments.of(
            DialRule.ORDER_STATUS, facts(it -> it.state = new OrderState.Accepted()), null, SOON),
        Arguments.of(
            DialRule.ORDER_STATUS, facts(it -> it.state = new OrderState.Scheduled(gap)), gap, gap),
        Arguments.of(
            DialRule.ORDER_STATUS,
            facts(it -> it.state = new OrderState.Dialing(UUID.randomUUID())),
            null,
            SOON));
  }

  private static WeeklyQuota week(int limit, String... days) {
    return new WeeklyQuota(
        limit, Stream.of(days).map(LocalDate::parse).toList(), ZoneId.of("Europe/Berlin"), "XX/1");
  }

  private static Instant midnightBefore(String day) {
    return LocalDate.parse(day).atStartOfDay(ZoneId.of("Europe/Berlin")).toInstant();
  }

  @Test
  void doesNotWaitBelowTheWeeklyLimit() {
    DialFactsFixture facts =
        facts(
            it -> {
              it.weeklyDials = week(3, "2026-11-11", "2026-11-17");
              it.conversations = week(1);
            });

    assertThat(DialDecision.evaluate(NOW, facts.build())).isInstanceOf(DialDecision.Allowed.class);
  }

  @Test
  void blocksWhenNoAttemptIsLeft() {
    DialDecision decision =
        DialDecision.evaluate(NOW, facts(it -> it.attempts = new Quota(3, 3)).build());

    assertThat(decision)
        .isInstanceOfSatisfying(
            DialDecision.Blocked.class,
            blocked -> assertThat(blocked.by()).isEqualTo(DialRule.ATTEMPTS_LEFT));
  }

  @Test
  void namesEveryReasonUpToTheNextOpening() {
    Instant saturdayNight = Instant.parse("2026-11-14T19:00:00Z");

    assertThat(DialDecision.evaluate(saturdayNight, facts(any -> {}).build()).explanation())
        .filteredOn(each -> each.rule() == DialRule.WINDOW)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.message()).contains("08:00-20:00 on Saturday 2026-11-14", "20:00");
              assertThat(each.until()).isEqualTo(Instant.parse("2026-11-16T07:00:00Z"));
              assertThat(each.parameters())
                  .isEqualTo(
                      Map.of(
                          "barriers",
                          List.of(
                              Map.of(
                                  "rule",
                                  "country_hours",
                                  "zone",
                                  "Europe/Berlin",
                                  "date",
                                  LocalDate.parse("2026-11-14"),
                                  "hours",
                                  List.of("08:00-20:00"),
                                  "opens_at",
                                  Instant.parse("2026-11-16T07:00:00Z")))));
            });
  }

  @ParameterizedTest
  @MethodSource("waits")
  void waitsForTheFailingRule(
      DialRule rule, DialFactsFixture facts, Instant until, Instant permitted) {
    DialDecision decision = DialDecision.evaluate(NOW, facts.build());

    assertThat(decision).isInstanceOf(DialDecision.Wait.class);
    assertThat(((DialDecision.Wait) decision).until()).isEqualTo(permitted);
    assertThat(decision.explanation())
        .filteredOn(each -> each.verdict() != Verdict.PASS)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.rule()).isEqualTo(rule);
              assertThat(each.verdict()).isEqualTo(Verdict.WAIT);
              assertThat(each.until()).isEqualTo(until);
            });
  }

  @Test
  void waitsForTheWindow() {
    Instant evening = Instant.parse("2026-11-17T19:00:00Z");
    DialDecision decision = DialDecision.evaluate(evening, facts(any -> {}).build());

    assertThat(decision).isInstanceOf(DialDecision.Wait.class);
    assertThat(((DialDecision.Wait) decision).until()).isEqualTo(MORNING);
  }

  @Test
  void waitsForTheLatestOfAllRulesAndThenForTheWindow() {
    DialDecision decision =
        DialDecision.evaluate(
            NOW,
            facts(
                    it -> {
                      it.disabled = true;
                      it.gapUntil(NOW.plus(Duration.ofHours(2)));
                    })
                .build());
    assertThat(((DialDecision.Wait) decision).until()).isEqualTo(NOW.plus(Duration.ofHours(2)));

    DialDecision late =
        DialDecision.evaluate(
            NOW, facts(it -> it.gapUntil(NOW.plus(Duration.ofHours(10)))).build());
    assertThat(((DialDecision.Wait) late).until()).isEqualTo(MORNING);
  }

  @Test
  void suppressionBlocksWhateverElseWaits() {
    DialDecision decision =
        DialDecision.evaluate(
            NOW,
            facts(
                    it -> {
                      it.suppressed = true;
                      it.disabled = true;
                    })
                .build());

    assertThat(decision).isInstanceOf(DialDecision.Blocked.class);
    assertThat(((DialDecision.Blocked) decision).by()).isEqualTo(DialRule.SUPPRESSION);
    assertThat(decision.explanation())
        .extracting(RuleVerdict::verdict)
        .contains(Verdict.BLOCK, Verdict.WAIT, Verdict.PASS);
  }

  @Test
  void blocksWhenTheWindowNeverOpensAgain() {
    DialDecision closed =
        DialDecision.evaluate(NOW, facts(it -> it.window = WINDOW.withBounds(null, NOW)).build());
    assertThat(((DialDecision.Blocked) closed).by()).isEqualTo(DialRule.WINDOW);
    assertThat(closed.explanation())
        .filteredOn(each -> each.rule() == DialRule.WINDOW)
        .extracting(RuleVerdict::verdict)
        .containsExactly(Verdict.BLOCK);
  }

  @Test
  void blocksWhenTheWindowClosesBeforeTheWaitIsOver() {
    DialDecision decision =
        DialDecision.evaluate(
            NOW,
            facts(
                    it -> {
                      it.window = WINDOW.withBounds(null, MIDNIGHT);
                      it.contacts = new Quota(1, 1);
                    })
                .build());
    assertThat(((DialDecision.Blocked) decision).by()).isEqualTo(DialRule.WINDOW);
  }

  @Test
  void explainsAHaltOfDialing() {
    DialDecision decision =
        DialDecision.evaluate(
            NOW,
            facts(it -> it.halt = new HaltFacts("operator", LATE, NOW, null, "DE", null)).build());

    assertThat(decision).isInstanceOf(DialDecision.Wait.class);
    assertThat(decision.explanation())
        .filteredOn(each -> each.rule() == DialRule.HALT)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.message()).isEqualTo("Dialing is halted: " + LATE);
              assertThat(each.parameters())
                  .containsOnly(
                      Map.entry("kind", "operator"),
                      Map.entry("reason", LATE),
                      Map.entry("halted_at", NOW),
                      Map.entry("country", "DE"));
            });
  }

  @Test
  void hasTheWireNamesOfTheContract() {
    assertThat(Arrays.stream(DialRule.values()).map(DialRule::wire))
        .containsExactly(
            "order_status",
            "attempts_left",
            "suppression",
            "country",
            "hold",
            "halt",
            "enrollment_paused",
            "window",
            "subject_busy",
            "number_busy",
            "minimum_gap",
            "contacts_per_day",
            "number_quota",
            "dials_per_7_days",
            "conversations_per_7_days",
            "dials_per_day",
            "concurrent_calls",
            "gateway",
            "predial_check");
    assertThat(Arrays.stream(Verdict.values()).map(Verdict::wire))
        .containsExactly("pass", "wait", "block");
  }
}
