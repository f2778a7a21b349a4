package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.hold.OrderHolds;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.server.call.SubjectHistoryStore.History;
import eu.callorders.server.call.SubjectHistoryStore.Subject;
import eu.callorders.server.call.SubjectHistoryStore.SubjectDay;
import eu.callorders.server.hold.StandingHolds;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What order decisions depend on besides the orders: tenants, attempt histories, suppressions and
 * holds. Read under the subjects' locks, at one instant; not thread-safe.
 */
public final class DecisionContext {
  private final Map<UUID, Tenant> tenants;
  private final Map<SubjectDay, History> histories;
  private final Set<TenantPhone> suppressedPhones;
  private final Set<TenantSubject> suppressedSubjects;
  private final StandingHolds standingHolds;
  private final DecisionTimes times;
  private final CallingWindows windows;
  private final IdentityHashMap<OrderDocument, OrderTerms> terms = new IdentityHashMap<>();
  private final IdentityHashMap<OrderDocument, OrderHolds> holds = new IdentityHashMap<>();

  DecisionContext(
      Map<UUID, Tenant> tenants,
      Map<SubjectDay, History> histories,
      Set<TenantPhone> suppressedPhones,
      Set<TenantSubject> suppressedSubjects,
      StandingHolds standingHolds,
      DecisionTimes times,
      CallingWindows windows) {
    this.tenants = tenants;
    this.histories = histories;
    this.suppressedPhones = suppressedPhones;
    this.suppressedSubjects = suppressedSubjects;
    this.standingHolds = standingHolds;
    this.times = times;
    this.windows = windows;
  }

  DecisionContext withWindows(CallingWindows other) {
    return new DecisionContext(
        tenants, histories, suppressedPhones, suppressedSubjects, standingHolds, times, other);
  }

  /** The tenant of an order; throws if it is not loaded. */
  public Tenant tenant(CallOrder order) {
    Tenant tenant = tenants.get(order.tenantId());
    if (tenant == null) {
      throw new IllegalStateException("tenant of order not loaded");
    }
    return tenant;
  }

  /** The tenant's time for decisions on this order, constant within this context. */
  public Instant now(CallOrder order) {
    return times.now(order, tenant(order));
  }

  Instant now(Tenant tenant) {
    return times.now(tenant);
  }

  public OrderTerms terms(CallOrder order) {
    return terms.computeIfAbsent(
        order.document(), document -> windows.terms(document, tenant(order), order.createdAt()));
  }

  /** The time zone of the subject's calendar days. */
  public ZoneId zone(CallOrder order) {
    return CallingWindows.zone(order.document().contact(), tenant(order));
  }

  /** The subject's attempts before this transaction. */
  public History history(CallOrder order) {
    History history = histories.get(new SubjectDay(subject(order), today(order)));
    if (history == null) {
      throw new IllegalStateException("history of the order's subject not loaded");
    }
    return history;
  }

  public boolean suppressed(CallOrder order) {
    return suppressedSubjects.contains(order.subject());
  }

  public boolean suppressed(CallOrder order, PhoneNumber phone) {
    return suppressed(order) || suppressedPhones.contains(new TenantPhone(order.tenantId(), phone));
  }

  /** The holds that bar phones of the order now. */
  public OrderHolds holds(CallOrder order) {
    return holds.computeIfAbsent(
        order.document(), document -> standingHolds.of(order.holdTarget(), now(order)));
  }

  /** The order with the holds that stand on it. */
  public CallOrder withHolds(CallOrder order) {
    OrderHolds standing = holds(order);
    if (standing.isEmpty()) {
      return order;
    }
    boolean barred =
        earliestAttempt(order, now(order)) instanceof NextAttempt.At next
            && standing.bar(next.phone());
    return order.withHolds(
        barred
            ? standing.barringOrder(
                RetryPlan.earliestAfterHolds(
                        terms(order), order.history(), callee(order), standing.ends())
                    .map(NextAttempt.At::at))
            : standing);
  }

  public Callee callee(CallOrder order) {
    OrderHolds standing = holds(order);
    return new Callee(
        phone -> suppressed(order, phone), standing::bar, history(order).lastContact());
  }

  /** The weekly limits for a phone of the order today. */
  WeeklyLimits weeklyLimits(CallOrder order, PhoneNumber phone) {
    return windows.weeklyLimits(order.document().contact(), phone, today(order));
  }

  /** Whether a country requires that the order states why the person may be called. */
  boolean requiresBasis(CallOrder order) {
    return terms(order).phones().stream()
        .anyMatch(phone -> windows.requiresBasis(order.document().contact(), phone, today(order)));
  }

  /** The subject's calendar day. */
  LocalDate today(CallOrder order) {
    return LocalDate.ofInstant(now(order), zone(order));
  }

  /** The next attempt after acceptance, an edit or a counted attempt. */
  public NextAttempt nextAttempt(CallOrder order) {
    if (order.document().redacted()) {
      return new NextAttempt.NoInstantLeft();
    }
    return RetryPlan.nextAttempt(
        terms(order),
        order.history(),
        callee(order),
        now(order),
        RetryPlan.randomFor(order.id(), order.history().size() + 1));
  }

  /** The next attempt, not before {@code from}. */
  public NextAttempt earliestAttempt(CallOrder order, Instant from) {
    return RetryPlan.earliestAttempt(terms(order), order.history(), callee(order), from);
  }

  static SubjectDay subjectDay(CallOrder order, Tenant tenant, DecisionTimes times) {
    ZoneId zone = CallingWindows.zone(order.document().contact(), tenant);
    return new SubjectDay(subject(order), LocalDate.ofInstant(times.now(order, tenant), zone));
  }

  static SubjectDay subjectDay(
      Subject subject, SubjectContact contact, Tenant tenant, Instant realNow) {
    ZoneId zone = CallingWindows.zone(contact, tenant);
    return new SubjectDay(subject, LocalDate.ofInstant(DecisionTimes.now(tenant, realNow), zone));
  }

  static Subject subject(CallOrder order) {
    return new Subject(order.tenantId(), order.subjectReference(), Set.copyOf(order.phones()));
  }
}
