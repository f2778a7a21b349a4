package eu.callorders.core.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialFactsFixture;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.LocalDays;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DueOrderDecisionTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2026-11-17T10:00:00Z");
  private static final CallingWindow WINDOW = StatutoryHours.window(BERLIN);
  private static final PhoneNumber PHONE = new PhoneNumber("+493023125000");

  @Test
  void dialsTheNextPhoneWhenEveryRulePasses() {
    assertThat(evaluate(Callee.NEVER_CALLED, facts(false, WINDOW)))
        .isInstanceOfSatisfying(
            DueOrderDecision.Dial.class, dial -> assertThat(dial.phone()).isEqualTo(PHONE));
  }

  @Test
  void reschedulesForTheInstantAtWhichEveryRulePasses() {
    DialFactsFixture facts = someFacts(WINDOW);
    facts.phoneBusy = true;
    facts.gapUntil(NOW.plusSeconds(90));

    assertRescheduled(
        evaluate(Callee.NEVER_CALLED, facts.build()),
        new NextAttempt.At(NOW.plusSeconds(90), PHONE));
  }

  @Test
  void waitsForAnotherCallToThePerson() {
    assertWaitsForCall(evaluate(Callee.NEVER_CALLED, facts(true, WINDOW)));
  }

  @Test
  void waitsForAnotherCallToThePhone() {
    DialFactsFixture facts = someFacts(WINDOW);
    facts.phoneBusy = true;

    assertWaitsForCall(evaluate(Callee.NEVER_CALLED, facts.build()));
  }

  @Test
  void endsABlockedOrderAlthoughThePhoneIsBusy() {
    DialFactsFixture facts = someFacts(WINDOW.withBounds(null, NOW));
    facts.phoneBusy = true;

    assertRescheduled(
        evaluate(Callee.NEVER_CALLED, facts.build()), new NextAttempt.NoInstantLeft());
  }

  @Test
  void doesNotDialAnotherPhoneWhileTheNextOneIsBusy() {
    PhoneNumber other = new PhoneNumber("+493023125001");
    OrderTerms terms =
        new OrderTerms(
            List.of(PHONE, other),
            3,
            Duration.ofHours(4),
            false,
            Map.of(PHONE, WINDOW, other, WINDOW),
            NOW.plus(Scheduling.MAX_AGE));

    assertWaitsForCall(
        DueOrderDecision.evaluate(
            terms,
            List.of(),
            Callee.NEVER_CALLED,
            NOW,
            phone -> {
              DialFactsFixture facts = someFacts(WINDOW);
              facts.phoneBusy = phone.equals(PHONE);
              return facts.build();
            }));
  }

  @Test
  void waitsForAHoldWhateverElseWaits() {
    DialFactsFixture facts = someFacts(WINDOW);
    facts.holds = List.of(new ActiveHold(new UUID(1, 1), "disputed", null));
    facts.phoneBusy = true;
    facts.gapUntil(NOW.plusSeconds(90));

    assertThat(evaluate(Callee.NEVER_CALLED, facts.build()))
        .isInstanceOf(DueOrderDecision.Hold.class);
  }

  @Test
  void waitsForAHoldThatEndsAfterTheOrder() {
    DialFactsFixture facts = someFacts(WINDOW.withBounds(null, NOW.plus(Duration.ofDays(30))));
    facts.holds =
        List.of(new ActiveHold(new UUID(1, 1), "disputed", NOW.plus(Duration.ofDays(400))));

    assertThat(evaluate(Callee.NEVER_CALLED, facts.build()))
        .isInstanceOf(DueOrderDecision.Hold.class);
  }

  @Test
  void endsABlockedOrderAlthoughItIsHeld() {
    DialFactsFixture facts = someFacts(WINDOW.withBounds(null, NOW));
    facts.holds = List.of(new ActiveHold(new UUID(1, 1), "disputed", null));

    assertRescheduled(
        evaluate(Callee.NEVER_CALLED, facts.build()), new NextAttempt.NoInstantLeft());
  }

  @Test
  void endsABlockedOrder() {
    assertRescheduled(
        evaluate(Callee.NEVER_CALLED, facts(false, WINDOW.withBounds(null, NOW))),
        new NextAttempt.NoInstantLeft());
  }

  @Test
  void dialsAPhoneThatIsPermittedLaterInsteadOfABlockedOne() {
    PhoneNumber other = new PhoneNumber("+493023125001");
    OrderTerms terms =
        new OrderTerms(
            List.of(PHONE, other),
            3,
            Duration.ofHours(4),
            false,
            Map.of(PHONE, WINDOW.withBounds(null, NOW.plusSeconds(60)), other, WINDOW),
            NOW.plus(Scheduling.MAX_AGE));
    DialFactsFixture spentToday =
        new DialFactsFixture(NOW, LocalDays.startOfNextDay(NOW, BERLIN), terms.window(PHONE));
    spentToday.contacts = new Quota(1, 1);

    assertRescheduled(
        DueOrderDecision.evaluate(
            terms, List.of(), Callee.NEVER_CALLED, NOW, phone -> spentToday.build()),
        new NextAttempt.At(Instant.parse("2026-11-18T07:00:00Z"), other));
  }

  @Test
  void readsNoFactsWhenNothingIsLeftToDial() {
    DueOrderDecision decision =
        DueOrderDecision.evaluate(
            terms(),
            List.of(),
            new Callee(phone -> true, null),
            NOW,
            phone -> {
              throw new AssertionError("facts were read");
            });

    assertRescheduled(decision, new NextAttempt.AllSuppressed());
  }

  private static DueOrderDecision evaluate(Callee callee, DialFacts facts) {
    return DueOrderDecision.evaluate(terms(), List.of(), callee, NOW, phone -> facts);
  }

  private static OrderTerms terms() {
    return new OrderTerms(
        List.of(PHONE),
        3,
        Duration.ofHours(4),
        false,
        Map.of(PHONE, WINDOW),
        NOW.plus(Scheduling.MAX_AGE));
  }

  private static DialFacts facts(boolean busy, CallingWindow window) {
    DialFactsFixture facts = someFacts(window);
    facts.busy = busy;
    return facts.build();
  }

  private static DialFactsFixture someFacts(CallingWindow window) {
    return new DialFactsFixture(NOW, LocalDays.startOfNextDay(NOW, BERLIN), window);
  }

  private static void assertWaitsForCall(DueOrderDecision decision) {
    assertThat(decision)
        .isInstanceOfSatisfying(
            DueOrderDecision.WaitForCall.class, wait -> assertThat(wait.phone()).isEqualTo(PHONE));
  }

  private static void assertRescheduled(DueOrderDecision decision, NextAttempt next) {
    assertThat(decision)
        .isInstanceOfSatisfying(
            DueOrderDecision.Reschedule.class, again -> assertThat(again.next()).isEqualTo(next));
  }
}
