package eu.callorders.server.dial;

import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.dial.DueOrderDecision;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.call.BusyNumbers;
import eu.callorders.server.call.BusyNumbers.TenantNumber;
import eu.callorders.server.call.SubjectHistoryStore.History;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.OrderTermsReader;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.tenant.Tenant;
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
  private final DecisionContext situation;
  private final WeeklyContacts weeks;
  private final DialQuotas room;
  private final Function<UUID, DialFacts.GatewayFacts> gateway;
  private final ActiveHalts halts;
  private final BusyNumbers busy;
  private final Map<Person, String> dialedPhones = new HashMap<>();

  DialEvaluator(
      DecisionContext context,
      WeeklyContacts weeks,
      DialQuotas room,
      Function<UUID, DialFacts.GatewayFacts> gateway,
      ActiveHalts halts,
      BusyNumbers busy) {
    this.situation = context;
    this.weeks = weeks;
    this.room = room;
    this.gateway = gateway;
    this.halts = halts;
    this.busy = busy;
  }

  private record Person(UUID tenantId, String reference) {}

  DueOrderDecision of(CallOrder order) {
    Instant now = situation.now(order);
    return DueOrderDecision.judge(
        situation.terms(order),
        order.history(),
        situation.callee(order),
        now,
        phone -> facts(order, phone, now));
  }

  DialExplanation explained(CallOrder order) {
    Instant now = situation.now(order);
    return DialExplanation.of(
        situation.terms(order),
        order.history(),
        situation.callee(order),
        now,
        phone -> facts(order, phone, now));
  }

  Optional<Halt> halt(CallOrder order, String phone) {
    return halts.of(order.tenantId(), order.orderType(), phone);
  }

  /** The phone whose active attempt the order waits for, given the phone to dial next. */
  String waitsFor(CallOrder order, String phone) {
    return busy.contains(order.tenantId(), phone)
        ? phone
        : Objects.requireNonNull(activePhone(order), "neither the phone nor the subject is busy");
  }

  /** The phone of the subject's active attempt; null without one. */
  private @Nullable String activePhone(CallOrder order) {
    String active = situation.history(order).activePhone();
    return active == null ? dialedPhones.get(person(order)) : active;
  }

  /** Records a dial of this batch; later evaluations count it. */
  void dialled(CallOrder order, String phone) {
    room.dialled(tenantDay(order, situation));
    dialedPhones.put(person(order), phone);
    busy.add(order.tenantId(), phone);
  }

  static List<TenantNumber> numbers(List<CallOrder> orders) {
    return orders.stream()
        .flatMap(
            order ->
                OrderTermsReader.phones(order.document()).stream()
                    .map(phone -> new TenantNumber(order.tenantId(), phone)))
        .toList();
  }

  private DialFacts facts(CallOrder order, String phone, Instant now) {
    OrderTerms terms = situation.terms(order);
    return new DialFacts(
        new DialFacts.OrderFacts(
            order.state(),
            order.held(),
            new Quota(order.history().size(), terms.maxAttempts()),
            terms.window(phone),
            busy.contains(order.tenantId(), phone),
            situation.barred(order, phone),
            halt(order, phone).map(Halt::reason).orElse(null)),
        person(order, phone, now),
        tenant(order, now),
        gateway.apply(order.tenantId()));
  }

  private DialFacts.SubjectFacts person(CallOrder order, String phone, Instant now) {
    History history = situation.history(order);
    boolean dialedHere = dialedPhones.containsKey(person(order));
    return new DialFacts.SubjectFacts(
        activePhone(order) != null,
        RetryPlan.gapOver(situation.terms(order), order.history(), situation.callee(order), now),
        new Quota(
            history.contacts() + (dialedHere ? 1 : 0),
            situation.tenant(order).quotas().maxContactsPerSubjectPerDay()),
        LocalDays.nextDay(now, situation.zone(order)),
        weeks.dials(order, phone),
        weeks.conversations(order, phone));
  }

  private DialFacts.TenantFacts tenant(CallOrder order, Instant now) {
    Tenant tenant = situation.tenant(order);
    return new DialFacts.TenantFacts(
        tenant.disabled(),
        room.dials(tenantDay(order, situation), tenant),
        LocalDays.nextDay(now, tenant.timezone()),
        room.calls(tenant));
  }

  /** The local days of the tenants that the orders fall into, with their ends. */
  static Map<TenantDay, Instant> days(List<CallOrder> orders, DecisionContext context) {
    Map<TenantDay, Instant> days = new HashMap<>();
    for (CallOrder order : orders) {
      ZoneId zone = context.tenant(order).timezone();
      days.put(tenantDay(order, context), LocalDays.nextDay(context.now(order), zone));
    }
    return days;
  }

  static TenantDay tenantDay(CallOrder order, DecisionContext context) {
    ZoneId zone = context.tenant(order).timezone();
    return new TenantDay(order.tenantId(), LocalDate.ofInstant(context.now(order), zone));
  }

  private static Person person(CallOrder order) {
    return new Person(order.tenantId(), order.subjectReference());
  }
}
