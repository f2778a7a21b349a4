package eu.callorders.core.forecast;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
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
import eu.callorders.core.order.PlanReason;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.window.LocalDays;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Simulates the dials of one order, all unanswered and over at once. */
final class DialSimulation {
  private final DryRunSubject subject;
  private final OrderTerms terms;
  private final RandomGenerator random;
  private final List<Instant> earlierContacts;
  private final List<PastAttempt> history = new ArrayList<>();
  private final List<DryRunStep.Dial> dials = new ArrayList<>();

  /**
   * @param earlier dials to the person for other orders, oldest first
   */
  DialSimulation(
      DryRunSubject person, OrderTerms terms, RandomGenerator chance, List<Instant> earlier) {
    this.subject = person;
    this.terms = terms;
    this.random = chance;
    this.earlierContacts = earlier;
  }

  /** Dials until the order ends, or {@code maxDials} times. */
  List<DryRunStep.Dial> run(Instant acceptedAt, int maxDials) {
    NextAttempt next = next(acceptedAt);
    while (next instanceof NextAttempt.At(var at, _) && dials.size() < maxDials) {
      DueOrderDecision due =
          DueOrderDecision.evaluate(terms, history, callee(), at, phone -> facts(at, terms, phone));
      next =
          switch (due) {
            case DueOrderDecision.Dial(var phone, _) -> recordDial(at, phone);
            case DueOrderDecision.WaitForCall _ ->
                throw new IllegalStateException("no call is active in a dry run");
            case DueOrderDecision.Hold _ ->
                throw new IllegalStateException("no hold stands in a dry run");
            case DueOrderDecision.Reschedule(var again, _) -> again;
          };
    }
    return dials;
  }

  private NextAttempt next(Instant now) {
    return RetryPlan.nextAttempt(terms, history, callee(), now, random);
  }

  private NextAttempt recordDial(Instant at, PhoneNumber phone) {
    dials.add(
        new DryRunStep.Dial(at, phone, terms.window(phone).permittedAround(at).orElseThrow()));
    history.add(
        new PastAttempt(history.size() + 1, phone, Disposition.NO_ANSWER, Cause.NORMAL, at));
    return next(at);
  }

  private Callee callee() {
    List<Instant> contacts = contacts();
    return contacts.isEmpty()
        ? Callee.NEVER_CALLED
        : new Callee(phone -> false, new Callee.LastContact(contacts.getLast(), Cause.NORMAL));
  }

  private List<Instant> contacts() {
    List<Instant> contacts = new ArrayList<>(earlierContacts);
    dials.forEach(dial -> contacts.add(dial.at()));
    return contacts;
  }

  private DialFacts facts(Instant now, OrderTerms order, PhoneNumber phone) {
    Instant dayEnds = LocalDays.startOfNextDay(now, subject.zone());
    return new DialFacts(
        new DialFacts.OrderFacts(
            new OrderState.Scheduled(now),
            false,
            new Quota(history.size(), order.maxAttempts()),
            order.window(phone),
            false,
            false,
            List.of(),
            null,
            PlanReason.of(order, history.size(), 0)),
        subjectFacts(now, dayEnds),
        DialFacts.NumberFacts.unlimited(dayEnds),
        new DialFacts.TenantFacts(false, new Quota(0, 1), dayEnds, new Quota(0, 1)),
        DialFacts.GatewayFacts.UP);
  }

  private DialFacts.SubjectFacts subjectFacts(Instant now, Instant dayEnds) {
    LocalDate today = day(now);
    List<LocalDate> days = contacts().stream().map(this::day).toList();
    List<LocalDate> week =
        days.stream().filter(day -> !day.isBefore(WeeklyQuota.windowStart(today))).toList();
    WeeklyLimits limits = subject.weeklyLimits(today);
    return new DialFacts.SubjectFacts(
        false,
        RetryPlan.minimumGap(terms, history, callee()),
        new Quota((int) days.stream().filter(today::equals).count(), subject.contactsPerDay()),
        dayEnds,
        limits.dials(week, subject.zone()),
        limits.conversations(List.of(), subject.zone()));
  }

  private LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, subject.zone());
  }
}
