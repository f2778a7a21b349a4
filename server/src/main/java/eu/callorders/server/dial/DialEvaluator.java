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

/**
 * Gathers what bears on a dial and has it judged: the same for whoever dials and for whoever only
 * wants to know.
 */
final class DialEvaluator {
  private final DecisionContext situation;
  private final WeeklyContacts weeks;
  private final DialQuotas room;
  private final Function<UUID, DialFacts.GatewayFacts> gateway;
  private final ActiveHalts halts;
  private final BusyNumbers busy;
  private final Map<Person, String> dialled = new HashMap<>();

  /**
   * @param gateway how it is for a tenant
   */
  DialEvaluator(
      DecisionContext situation,
      WeeklyContacts weeks,
      DialQuotas room,
      Function<UUID, DialFacts.GatewayFacts> gateway,
      ActiveHalts halts,
      BusyNumbers busy) {
    this.situation = situation;
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

  /** The halt that concerns a dial of that number, if there is one. */
  Optional<Halt> halt(CallOrder order, String phone) {
    return halts.of(order.tenantId(), order.orderType(), phone);
  }

  /**
   * The number of the active attempt for whose end the order waits.
   *
   * @param phone the number that would be dialed for it
   */
  String waitsFor(CallOrder order, String phone) {
    return busy.contains(order.tenantId(), phone)
        ? phone
        : Objects.requireNonNull(activePhone(order), "neither the number nor the person is busy");
  }

  /** The number of the active attempt at the person; null when none is. */
  private @Nullable String activePhone(CallOrder order) {
    String before = situation.history(order).activePhone();
    return before == null ? dialled.get(person(order)) : before;
  }

  /** What has been dialled bears on what follows. */
  void dialled(CallOrder order, String phone) {
    room.dialled(tenantDay(order, situation));
    dialled.put(person(order), phone);
    busy.add(order.tenantId(), phone);
  }

  /** The numbers of orders, as their tenants use them. */
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
    boolean dialledHere = dialled.containsKey(person(order));
    return new DialFacts.SubjectFacts(
        activePhone(order) != null,
        RetryPlan.gapOver(situation.terms(order), order.history(), situation.callee(order), now),
        new Quota(
            history.contacts() + (dialledHere ? 1 : 0),
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

  /** The tenants' days that these orders fall into, and when each is over. */
  static Map<TenantDay, Instant> days(List<CallOrder> orders, DecisionContext situation) {
    Map<TenantDay, Instant> days = new HashMap<>();
    for (CallOrder order : orders) {
      ZoneId zone = situation.tenant(order).timezone();
      days.put(tenantDay(order, situation), LocalDays.nextDay(situation.now(order), zone));
    }
    return days;
  }

  static TenantDay tenantDay(CallOrder order, DecisionContext situation) {
    ZoneId zone = situation.tenant(order).timezone();
    return new TenantDay(order.tenantId(), LocalDate.ofInstant(situation.now(order), zone));
  }

  private static Person person(CallOrder order) {
    return new Person(order.tenantId(), order.subjectReference());
  }
}
