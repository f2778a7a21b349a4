package eu.callorders.core.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.DialFactsFixture;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.order.Callee.LastContact;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.ClockInterval;
import eu.callorders.core.window.LocalDays;
import eu.callorders.core.window.StatutoryHours;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.core.window.ZonedHours;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * A subject with random orders and events: refusals, all kinds of attempts, cancels, edits, stops,
 * suppressions. Dials like the service: plan, check, dial, plan again.
 */
final class SubjectLifecycle {
  private static final List<PhoneNumber> PHONES =
      List.of(new PhoneNumber("+491"), new PhoneNumber("+492"), new PhoneNumber("+493"));
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("Asia/Kathmandu"));
  private static final int CONTACTS_PER_DAY = 2;
  private static final int MAX_STEPS = 3_000;

  private final Random random;
  private final ZoneId zone;
  private final List<OrderLifecycle> orders = new ArrayList<>();
  private final Set<PhoneNumber> suppressed = new HashSet<>();
  private final List<Instant> contacts = new ArrayList<>();
  private LastContact lastContact;
  private Instant now;

  SubjectLifecycle(Random random) {
    this.random = random;
    this.zone = ZONES.get(random.nextInt(ZONES.size()));
    // Any time of a year, which includes both changes of the clock.
    this.now = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(365 * 86_400));
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      orders.add(new OrderLifecycle(terms(), now));
    }
  }

  void run() {
    for (int step = 0; step < MAX_STEPS; step++) {
      Optional<OrderLifecycle> next =
          orders.stream()
              .filter(order -> !order.ended())
              .min(Comparator.comparing(order -> order.dueAt(now)));
      if (next.isEmpty()) {
        return;
      }
      Instant due = next.get().dueAt(now);
      now = due.isAfter(now) ? due : now;
      intervene();
      if (!next.get().ended()) {
        process(next.get());
      }
    }
    throw new AssertionError("the orders never end");
  }

  List<OrderState.Ended> ends() {
    return orders.stream().map(order -> (OrderState.Ended) order.state()).toList();
  }

  /** Occasionally cancels, stops or edits an order, or suppresses a phone. */
  private void intervene() {
    OrderLifecycle order = orders.get(random.nextInt(orders.size()));
    switch (random.nextInt(60)) {
      case 0 -> order.apply(new OrderCommand.Cancel("changed our mind"), now);
      case 1 -> order.apply(new OrderCommand.Stop(anyOf(StopReason.values())), now);
      case 2, 3 -> order.apply(new OrderCommand.Edit(earliest(order, now)), now);
      case 4 -> suppressed.add(anyOf(PHONES.toArray(PhoneNumber[]::new)));
      default -> {}
    }
  }

  private void process(OrderLifecycle order) {
    if (order.state() instanceof OrderState.Accepted) {
      order.apply(new OrderCommand.Plan(next(order)), now);
      return;
    }
    NextAttempt planned = earliest(order, now);
    if (!(planned instanceof NextAttempt.At at)) {
      order.apply(new OrderCommand.Plan(planned), now);
      return;
    }
    switch (DialDecision.evaluate(now, facts(order, at.phone()))) {
      case DialDecision.Allowed _ -> dial(order, at.phone());
      case DialDecision.Wait(var until, _) -> {
        assertThat(until).isAfter(now);
        order.apply(new OrderCommand.Plan(earliest(order, until)), now);
      }
      case DialDecision.Blocked _ ->
          order.apply(new OrderCommand.Plan(new NextAttempt.NoInstantLeft()), now);
    }
  }

  private void dial(OrderLifecycle order, PhoneNumber phone) {
    assertMayDial(order, phone);
    UUID attemptId = new UUID(random.nextLong(), random.nextLong());
    order.apply(new OrderCommand.StartAttempt(attemptId), now);
    assertThat(order.state()).isEqualTo(new OrderState.Dialing(attemptId));
    now = now.plusMillis(random.nextInt(2_000));
    if (random.nextInt(8) == 0) {
      order.apply(new OrderCommand.Stop(anyOf(StopReason.values())), now);
    }
    if (random.nextInt(4) == 0) {
      refuse(order, attemptId);
    } else {
      runAttempt(order, attemptId, phone);
    }
  }

  private void assertMayDial(OrderLifecycle order, PhoneNumber phone) {
    OrderTerms terms = order.terms();
    assertThat(terms.window(phone).permits(now)).as("in the window at %s", now).isTrue();
    assertThat(now).isBefore(terms.expiresAt());
    assertThat(order.history()).hasSizeLessThan(terms.maxAttempts());
    assertThat(phone).isNotIn(suppressed);
    assertThat(order.history())
        .noneMatch(past -> past.phone().equals(phone) && past.cause() == Cause.NUMBER_INVALID);
    if (lastContact != null) {
      Duration gap = Duration.between(lastContact.endedAt(), now);
      assertThat(gap).isGreaterThanOrEqualTo(terms.minGap());
      if (lastContact.cause() == Cause.DECLINED) {
        assertThat(gap).isGreaterThanOrEqualTo(Duration.ofHours(24));
      }
    }
    assertThat(contactsToday()).isLessThan(CONTACTS_PER_DAY);
  }

  private void refuse(OrderLifecycle order, UUID attemptId) {
    RefusalReason code =
        random.nextInt(20) == 0
            ? anyOf(RefusalReason.values())
            : anyOf(RefusalReason.CAPACITY, RefusalReason.TOO_LATE);
    int consecutiveRefusals = order.nextRefusalCount(code);
    assertThat(consecutiveRefusals).isLessThanOrEqualTo(Backoff.MAX_REFUSALS);
    Instant from =
        now.plus(
            Backoff.after(
                order.refusedAttempts(), random.nextBoolean() ? null : Duration.ofSeconds(1)));
    order.apply(
        new OrderCommand.AttemptRefused(
            attemptId, code, consecutiveRefusals, earliest(order, from)),
        now);
  }

  private void runAttempt(OrderLifecycle order, UUID attemptId, PhoneNumber phone) {
    contacts.add(now);
    boolean answered = random.nextInt(3) == 0;
    if (answered) {
      order.apply(new OrderCommand.Answered(attemptId), now);
    }
    now = now.plusSeconds(random.nextInt(180));
    boolean conversation = answered && random.nextInt(3) == 0;
    Cause cause = answered ? Cause.NORMAL : anyOf(Cause.values());
    order.add(
        new PastAttempt(
            order.history().size() + 1, phone, disposition(answered, conversation), cause, now));
    lastContact = new LastContact(now, cause);
    if (conversation) {
      order.apply(
          random.nextInt(4) == 0
              ? new OrderCommand.ReportOverdue(attemptId, null)
              : new OrderCommand.ConversationEnded(attemptId, Orders.CONVERSATION, null),
          now);
      assertThat(order.ended()).as("a conversation ends the order").isTrue();
    } else {
      order.apply(new OrderCommand.AttemptUnreached(attemptId, cause, next(order)), now);
    }
  }

  private static Disposition disposition(boolean answered, boolean conversation) {
    if (conversation) {
      return Disposition.ANSWERED;
    }
    return answered ? Disposition.VOICEMAIL : Disposition.NO_ANSWER;
  }

  private NextAttempt next(OrderLifecycle order) {
    return RetryPlan.nextAttempt(order.terms(), order.history(), callee(), now, random);
  }

  private NextAttempt earliest(OrderLifecycle order, Instant from) {
    return RetryPlan.earliestAttempt(order.terms(), order.history(), callee(), from);
  }

  private Callee callee() {
    return new Callee(suppressed::contains, lastContact);
  }

  private DialFacts facts(OrderLifecycle order, PhoneNumber phone) {
    DialFactsFixture facts =
        new DialFactsFixture(now, LocalDays.startOfNextDay(now, zone), order.terms().window(phone));
    facts.disabled = random.nextInt(20) == 0;
    facts.busy = random.nextInt(20) == 0;
    facts.minimumGap = RetryPlan.minimumGap(order.terms(), order.history(), callee());
    facts.contacts = new Quota(contactsToday(), CONTACTS_PER_DAY);
    facts.dials = new Quota(random.nextInt(10) == 0 ? 100 : 0, 100);
    facts.calls = new Quota(random.nextInt(10) == 0 ? 10 : 0, 10);
    return facts.build();
  }

  private int contactsToday() {
    return (int)
        contacts.stream()
            .filter(at -> at.atZone(zone).toLocalDate().equals(now.atZone(zone).toLocalDate()))
            .count();
  }

  private OrderTerms terms() {
    Instant notBefore = random.nextInt(4) == 0 ? now.plusSeconds(random.nextInt(900_000)) : null;
    Instant notAfter = random.nextInt(3) == 0 ? now.plusSeconds(random.nextInt(900_000)) : null;
    List<PhoneNumber> phones = PHONES.subList(0, 1 + random.nextInt(PHONES.size()));
    Scheduling scheduling =
        new Scheduling(
            1 + random.nextInt(10),
            Duration.ofHours(1 + random.nextInt(48)),
            random.nextBoolean(),
            notBefore,
            notAfter,
            List.of(),
            false);
    Instant expiresAt = scheduling.expiry(now);
    return new OrderTerms(
        phones,
        scheduling.maxAttempts(),
        scheduling.minGap(),
        scheduling.randomize(),
        Orders.everywhere(window().withBounds(notBefore, expiresAt), phones),
        expiresAt);
  }

  private CallingWindow window() {
    CallingWindow window = StatutoryHours.window(zone);
    if (random.nextInt(3) == 0) {
      EnumSet<DayOfWeek> days = EnumSet.allOf(DayOfWeek.class);
      days.removeIf(day -> random.nextInt(3) == 0);
      ClockInterval times = new ClockInterval(random.nextInt(15) * 3_600, 16 * 3_600);
      window =
          window.narrowedBy(
              new ZonedHours(
                  ZONES.get(random.nextInt(ZONES.size())),
                  WeeklyHours.of(List.of(new WeeklyHours.Entry(days, times)))));
    }
    return window;
  }

  @SafeVarargs
  private <T> T anyOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  @Override
  public String toString() {
    return "at " + now + " in " + zone + ", suppressed " + suppressed + ", " + orders;
  }
}
