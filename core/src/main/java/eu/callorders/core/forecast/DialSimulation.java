package eu.callorders.core.forecast;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.capacity.WeeklyQuota;
import eu.callorders.core.dial.DueOrderDecision;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.window.LocalDays;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Simulates the dials of one order, all unanswered and over at once. */
final class DialSimulation {
  private final DryRunSubject person;
  private final OrderTerms terms;
  private final RandomGenerator chance;
  private final List<Instant> earlier;
  private final List<PastAttempt> history = new ArrayList<>();
  private final List<DryRunStep.Dial> dials = new ArrayList<>();

  /**
   * @param earlier dials to the person for other orders, oldest first
   */
  DialSimulation(
      DryRunSubject person, OrderTerms terms, RandomGenerator chance, List<Instant> earlier) {
    this.person = person;
    this.terms = terms;
    this.chance = chance;
    this.earlier = earlier;
  }

  /** Dials until the order ends, or {@code maxDials} times. */
  List<DryRunStep.Dial> from(Instant acceptedAt, int maxDials) {
    NextAttempt next = next(acceptedAt);
    while (next instanceof NextAttempt.At(var at, _) && dials.size() < maxDials) {
      DueOrderDecision due =
          DueOrderDecision.judge(terms, history, callee(), at, phone -> facts(at, terms, phone));
      next =
          switch (due) {
            case DueOrderDecision.Dial(var phone, _) -> dialled(at, phone);
            case DueOrderDecision.WaitForCall _ ->
                throw new IllegalStateException("no call is active in a dry run");
            case DueOrderDecision.Reschedule(var again, _) -> again;
          };
    }
    return dials;
  }

  private NextAttempt next(Instant now) {
    return RetryPlan.next(terms, history, callee(), now, chance);
  }

  private NextAttempt dialled(Instant at, String phone) {
    dials.add(
        new DryRunStep.Dial(at, phone, terms.window(phone).permittedAround(at).orElseThrow()));
    history.add(
        new PastAttempt(history.size() + 1, phone, Disposition.NO_ANSWER, Cause.NORMAL, at));
    return next(at);
  }

  private Callee callee() {
    List<Instant> contacts = contacts();
    return contacts.isEmpty()
        ? Callee.UNTOUCHED
        : new Callee(phone -> false, new Callee.LastContact(contacts.getLast(), Cause.NORMAL));
  }

  private List<Instant> contacts() {
    List<Instant> contacts = new ArrayList<>(earlier);
    dials.forEach(dial -> contacts.add(dial.at()));
    return contacts;
  }

  private DialFacts facts(Instant now, OrderTerms order, String phone) {
    Instant dayEnds = LocalDays.nextDay(now, person.zone());
    return new DialFacts(
        new DialFacts.OrderFacts(
            new OrderState.Scheduled(now),
            false,
            new Quota(history.size(), order.maxAttempts()),
            order.window(phone),
            false,
            false,
            null),
        ofPerson(now, dayEnds),
        new DialFacts.TenantFacts(false, new Quota(0, 1), dayEnds, new Quota(0, 1)),
        DialFacts.GatewayFacts.UP);
  }

  private DialFacts.SubjectFacts ofPerson(Instant now, Instant dayEnds) {
    LocalDate today = day(now);
    List<LocalDate> days = contacts().stream().map(this::day).toList();
    List<LocalDate> week =
        days.stream().filter(day -> !day.isBefore(WeeklyQuota.since(today))).toList();
    WeeklyLimits limits = person.weeklyLimits(today);
    return new DialFacts.SubjectFacts(
        false,
        RetryPlan.gapOver(terms, history, callee(), now),
        new Quota((int) days.stream().filter(today::equals).count(), person.contactsPerDay()),
        dayEnds,
        limits.dials(week, person.zone()),
        limits.conversations(List.of(), person.zone()));
  }

  private LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, person.zone());
  }
}
