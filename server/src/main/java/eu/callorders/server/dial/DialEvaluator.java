package eu.callorders.server.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.dial.DueOrderDecision;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PlanReason;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.call.BusyPhones;
import eu.callorders.server.call.SubjectHistoryStore.History;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.NumberContacts;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.predial.PredialBatch;
import eu.callorders.server.tenant.AllowedCountries;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects the facts about a dial and evaluates them, both for dialing and for explanations. */
final class DialEvaluator {
  private final DecisionContext context;
  private final WeeklyContacts weeklyContacts;
  private final NumberContacts numberContacts;
  private final DialQuotas quotas;
  private final Function<UUID, DialFacts.GatewayFacts> gatewayFacts;
  private final ActiveHalts halts;
  private final BusyPhones busyPhones;
  private final PredialBatch predial;
  private final Map<TenantSubject, PhoneNumber> dialedPhones = new HashMap<>();

  DialEvaluator(
      DecisionContext context,
      WeeklyContacts weeks,
      NumberContacts numbers,
      DialQuotas room,
      Function<UUID, DialFacts.GatewayFacts> gateway,
      ActiveHalts halts,
      BusyPhones busy,
      PredialBatch predial) {
    this.context = context;
    this.weeklyContacts = weeks;
    this.numberContacts = numbers;
    this.quotas = room;
    this.gatewayFacts = gateway;
    this.halts = halts;
    this.busyPhones = busy;
    this.predial = predial;
  }

  static DialEvaluator of(DialContext dials, Function<UUID, DialFacts.GatewayFacts> gateway) {
    return new DialEvaluator(
        dials.decisions(),
        dials.weeklyContacts(),
        dials.numberContacts(),
        dials.quotas(),
        gateway,
        dials.halts(),
        dials.busyPhones(),
        dials.predial());
  }

  DueOrderDecision evaluate(CallOrder order) {
    Instant now = context.now(order);
    return DueOrderDecision.evaluate(
        context.terms(order),
        order.history(),
        context.callee(order),
        now,
        phone -> facts(order, phone, now));
  }

  DialExplanation explain(CallOrder order) {
    Instant now = context.now(order);
    return DialExplanation.of(
        context.terms(order),
        order.history(),
        context.callee(order),
        now,
        phone -> facts(order, phone, now));
  }

  Optional<Halt> halt(CallOrder order, PhoneNumber phone) {
    return halts.find(order.tenantId(), order.orderType(), phone);
  }

  /** The phone whose active attempt the order waits for, given the phone to dial next. */
  PhoneNumber awaitedPhone(CallOrder order, PhoneNumber phone) {
    return busyPhones.contains(order.tenantId(), phone)
        ? phone
        : Objects.requireNonNull(activePhone(order), "neither the phone nor the subject is busy");
  }

  /** The phone of the subject's active attempt; null without one. */
  private @Nullable PhoneNumber activePhone(CallOrder order) {
    PhoneNumber active = context.history(order).activePhone();
    return active == null ? dialedPhones.get(order.subject()) : active;
  }

  /** Records a dial of this batch; later evaluations count it. */
  void recordDial(CallOrder order, PhoneNumber phone) {
    quotas.recordDial(tenantDay(order, context));
    dialedPhones.put(order.subject(), phone);
    busyPhones.add(order.tenantId(), phone);
  }

  private DialFacts facts(CallOrder order, PhoneNumber phone, Instant now) {
    OrderTerms terms = context.terms(order);
    return new DialFacts(
        new DialFacts.OrderFacts(
            order.state(),
            order.held(),
            new Quota(order.history().size(), terms.maxAttempts()),
            terms.window(phone),
            busyPhones.contains(order.tenantId(), phone),
            context.suppressed(order, phone),
            context.holds(order).of(phone),
            halt(order, phone).map(Halt::facts).orElse(null),
            PlanReason.of(terms, order.history().size(), order.refusedAttempts())),
        subject(order, phone, now),
        number(order, phone),
        tenantFacts(order, now),
        gatewayFacts.apply(order.tenantId()),
        predial.facts(order, now));
  }

  private DialFacts.SubjectFacts subject(CallOrder order, PhoneNumber phone, Instant now) {
    History history = context.history(order);
    boolean dialedHere = dialedPhones.containsKey(order.subject());
    return new DialFacts.SubjectFacts(
        activePhone(order) != null,
        RetryPlan.minimumGap(context.terms(order), order.history(), context.callee(order)),
        new Quota(
            history.contacts() + (dialedHere ? 1 : 0),
            context.tenant(order).quotas().maxContactsPerSubjectPerDay()),
        LocalDays.startOfNextDay(now, context.zone(order)),
        weeklyContacts.dials(order, phone),
        weeklyContacts.conversations(order, phone));
  }

  private DialFacts.NumberFacts number(CallOrder order, PhoneNumber phone) {
    AllowedCountries allowed = context.tenant(order).allowedCountries();
    return new DialFacts.NumberFacts(
        AllowedCountries.countryOf(phone),
        allowed.contains(phone),
        order.phones().stream()
            .filter(each -> !allowed.contains(each))
            .map(AllowedCountries::countryOf)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList(),
        numberContacts.quota(order, phone),
        numberContacts.dayEndsAt(order, phone));
  }

  private DialFacts.TenantFacts tenantFacts(CallOrder order, Instant now) {
    Tenant tenant = context.tenant(order);
    return new DialFacts.TenantFacts(
        tenant.disabled(),
        quotas.dialQuota(tenantDay(order, context), tenant),
        LocalDays.startOfNextDay(now, tenant.timezone()),
        quotas.callQuota(tenant));
  }

  /** The local days of the tenants that the orders fall into, with their ends. */
  static Map<TenantDay, Instant> tenantDays(List<CallOrder> orders, DecisionContext context) {
    Map<TenantDay, Instant> days = new HashMap<>();
    for (CallOrder order : orders) {
      ZoneId zone = context.tenant(order).timezone();
      days.put(tenantDay(order, context), LocalDays.startOfNextDay(context.now(order), zone));
    }
    return days;
  }

  static TenantDay tenantDay(CallOrder order, DecisionContext context) {
    ZoneId zone = context.tenant(order).timezone();
    return new TenantDay(order.tenantId(), LocalDate.ofInstant(context.now(order), zone));
  }
}
