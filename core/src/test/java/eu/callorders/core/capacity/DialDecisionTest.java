package eu.callorders.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DialDecisionTest {
  /** A Tuesday, 11:00 in Berlin. */
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");

  private static final Instant SOON = NOW.plus(DialDecision.LOOK_AGAIN);
  private static final Instant MIDNIGHT = Instant.parse("2026-11-17T23:00:00Z");
  private static final Instant MORNING = Instant.parse("2026-11-18T07:00:00Z");
  private static final CallingWindow WINDOW = StatutoryHours.window(ZoneId.of("Europe/Berlin"));

  /** Facts that allow a dial but for what is changed. */
  private static final class Facts {
    private CallingWindow window = WINDOW;
    private boolean suppressed;
    private boolean halted;
    private boolean busy;
    private Instant gapOver = NOW;
    private Quota contacts = new Quota(0, 1);
    private Quota dials = new Quota(999, 1_000);
    private Quota calls = new Quota(9, 10);

    DialFacts build() {
      return new DialFacts(
          window, suppressed, halted, busy, gapOver, contacts, MIDNIGHT, dials, MIDNIGHT, calls);
    }
  }

  private static Facts facts(Consumer<Facts> change) {
    Facts facts = new Facts();
    change.accept(facts);
    return facts;
  }

  @Test
  void allowsADialThatNoRuleMinds() {
    DialDecision decision = DialDecision.at(NOW, new Facts().build());

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
        Arguments.of(DialRule.HALT, facts(it -> it.halted = true), SOON, SOON),
        Arguments.of(DialRule.PERSON_BUSY, facts(it -> it.busy = true), SOON, SOON),
        Arguments.of(DialRule.MINIMUM_GAP, facts(it -> it.gapOver = gap), gap, gap),
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
            DialRule.CONCURRENT_CALLS, facts(it -> it.calls = new Quota(11, 10)), SOON, SOON));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void waitsForTheRuleThatMinds(DialRule rule, Facts facts, Instant until, Instant permitted) {
    DialDecision decision = DialDecision.at(NOW, facts.build());

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
    DialDecision decision = DialDecision.at(evening, new Facts().build());

    assertThat(decision).isInstanceOf(DialDecision.Wait.class);
    assertThat(((DialDecision.Wait) decision).until()).isEqualTo(MORNING);
  }

  @Test
  void waitsForTheLatestOfAllRulesAndThenForTheWindow() {
    DialDecision decision =
        DialDecision.at(
            NOW,
            facts(
                    it -> {
                      it.halted = true;
                      it.gapOver = NOW.plus(Duration.ofHours(2));
                    })
                .build());
    assertThat(((DialDecision.Wait) decision).until()).isEqualTo(NOW.plus(Duration.ofHours(2)));

    DialDecision late =
        DialDecision.at(NOW, facts(it -> it.gapOver = NOW.plus(Duration.ofHours(10))).build());
    assertThat(((DialDecision.Wait) late).until()).isEqualTo(MORNING);
  }

  @Test
  void blocksASuppressedPersonWhateverElseWaits() {
    DialDecision decision =
        DialDecision.at(
            NOW,
            facts(
                    it -> {
                      it.suppressed = true;
                      it.halted = true;
                    })
                .build());

    assertThat(decision).isInstanceOf(DialDecision.Blocked.class);
    assertThat(((DialDecision.Blocked) decision).by()).isEqualTo(DialRule.SUPPRESSION);
    assertThat(decision.explanation())
        .extracting(RuleVerdict::verdict)
        .contains(Verdict.BLOCK, Verdict.WAIT, Verdict.PASS);
  }

  @Test
  void blocksWhenTheWindowOpensNoMore() {
    DialDecision closed =
        DialDecision.at(NOW, facts(it -> it.window = WINDOW.between(null, NOW)).build());
    assertThat(((DialDecision.Blocked) closed).by()).isEqualTo(DialRule.WINDOW);
    assertThat(closed.explanation())
        .filteredOn(each -> each.rule() == DialRule.WINDOW)
        .extracting(RuleVerdict::verdict)
        .containsExactly(Verdict.BLOCK);
  }

  @Test
  void blocksWhenTheWindowClosesForGoodBeforeTheWaitIsOver() {
    DialDecision decision =
        DialDecision.at(
            NOW,
            facts(
                    it -> {
                      it.window = WINDOW.between(null, MIDNIGHT);
                      it.contacts = new Quota(1, 1);
                    })
                .build());
    assertThat(((DialDecision.Blocked) decision).by()).isEqualTo(DialRule.WINDOW);
  }

  @Test
  void spellsItsRulesAndVerdicts() {
    assertThat(Arrays.stream(DialRule.values()).map(DialRule::wire))
        .containsExactly(
            "suppression",
            "halt",
            "window",
            "person_busy",
            "minimum_gap",
            "contacts_per_day",
            "dials_per_day",
            "concurrent_calls");
    assertThat(Arrays.stream(Verdict.values()).map(Verdict::wire))
        .containsExactly("pass", "wait", "block");
  }
}
