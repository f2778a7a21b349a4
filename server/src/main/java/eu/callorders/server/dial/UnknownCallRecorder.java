package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.Timestamps;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.tenant.Tenant;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Records calls that the database has lost as attempts, with their own dates and the gateway's
 * events. The caller holds the locks of their subjects.
 */
public final class UnknownCallRecorder {
  /** Bound for the order bodies loaded at once. */
  private static final long MOST_BYTES = 8L << 20;

  private final AttemptStore attempts;
  private final OrderStore orders;
  private final OrderWriter book;
  private final DecisionContextLoader situations;
  private final GoneOrderAttempts goneOrders;
  private final InboxProcessor inboxWork;
  private final GoneOrderKeys goneOrderKeys;
  private final DialCountStore counts = new DialCountStore();
  private final InstantSource realTime;

  public UnknownCallRecorder(
      AttemptStore attempts,
      OrderStore orders,
      OrderWriter book,
      DecisionContextLoader situations,
      GoneOrderAttempts goneOrders,
      InboxProcessor inboxWork,
      InstantSource realTime) {
    this.attempts = attempts;
    this.orders = orders;
    this.book = book;
    this.situations = situations;
    this.goneOrders = goneOrders;
    this.inboxWork = inboxWork;
    this.goneOrderKeys = new GoneOrderKeys(orders);
    this.realTime = realTime;
  }

  LostCall lost(UUID id, Facts facts, List<GatewayEvent> events) {
    return LostCall.of(id, facts, events, realTime.instant());
  }

  /**
   * Records calls; returns those recorded. The others are retried later: another attempt of the
   * order or the subject is active.
   */
  List<AddressedCall> record(SqlConnection connection, List<AddressedCall> calls) {
    lockDays(
        connection,
        calls.stream()
            .collect(
                Collectors.toMap(
                    each -> each.call().day(each.tenant()),
                    each -> dayEnd(each.call(), each.tenant()),
                    (one, same) -> one)));
    List<AddressedCall> recorded = new ArrayList<>();
    for (List<AddressedCall> batch : AddressedCall.waves(calls)) {
      recorded.addAll(recordWave(connection, batch));
    }
    return recorded;
  }

  /**
   * Records a call once for each of its possible subjects. Without an end in the log only the last
   * of these attempts stays active: a phone has one active attempt.
   */
  void record(SqlConnection connection, LostCall lost, List<String> references, Tenant tenant) {
    lockDays(connection, Map.of(lost.day(tenant), dayEnd(lost, tenant)));
    LostCall redacted = lost.withoutWords();
    String last = references.getLast();
    for (String reference : references) {
      UUID id = AttemptIds.ofPerson(lost.id(), reference);
      if (BoundedWait.await(attempts.find(connection, tenant.id(), id)).isEmpty()) {
        LostCall one = reference.equals(last) ? redacted : redacted.ended(id);
        CallContext context = new CallContext(reference, CallContext.NO_CLAIM);
        CallAttempt intent = intent(one, id, context, tenant, tenant.timezone());
        insertGone(connection, List.of(new GoneOrderAttempts.Call(intent, tenant, one.news())));
      }
    }
  }

  private static Instant dayEnd(LostCall lost, Tenant tenant) {
    return LocalDays.nextDay(lost.intendedAt(tenant), tenant.timezone());
  }

  /** Locks channels, then dial counts: the same order as a dial. */
  private void lockDays(SqlConnection connection, Map<TenantDay, Instant> days) {
    BoundedWait.await(
        Locks.take(
            connection,
            days.keySet().stream().map(day -> Locks.channels(day.tenantId())).toList()));
    BoundedWait.await(counts.begin(connection, days));
    BoundedWait.await(counts.lock(connection, days.keySet()));
  }

  private List<AddressedCall> recordWave(SqlConnection connection, List<AddressedCall> calls) {
    Map<UUID, UUID> sentAgain = goneOrderKeys.sentAgain(connection, calls);
    List<AddressedCall> ofOrders = new ArrayList<>();
    List<AddressedCall> gone = new ArrayList<>();
    for (AddressedCall each : calls) {
      UUID again = sentAgain.get(each.orderId());
      if (each.hasOrder() || again != null) {
        ofOrders.add(again == null ? each : each.withOrder(again));
      } else {
        gone.add(each);
      }
    }
    goneOrderKeys.keep(connection, gone);
    List<AddressedCall> recorded = new ArrayList<>();
    List<AddressedCall> rest = ofOrders;
    while (!rest.isEmpty()) {
      List<UUID> ids = rest.stream().map(AddressedCall::orderId).toList();
      int size = BoundedWait.await(orders.within(connection, ids, MOST_BYTES)).size();
      recorded.addAll(recordOfOrders(connection, rest.subList(0, size), gone));
      rest = rest.subList(size, rest.size());
    }
    insertGone(connection, gone.stream().map(this::ofGoneOrder).toList());
    recorded.addAll(gone);
    return recorded;
  }

  /**
   * Records the calls of open orders.
   *
   * @param gone receives the calls of ended orders
   */
  private List<AddressedCall> recordOfOrders(
      SqlConnection connection, List<AddressedCall> calls, List<AddressedCall> gone) {
    Map<UUID, CallOrder> found = load(connection, calls);
    DecisionContext context =
        BoundedWait.await(
            situations.of(
                connection, found.values().stream().filter(UnknownCallRecorder::isOpen).toList()));
    List<AddressedCall> recorded = new ArrayList<>();
    List<OrderChange> changes = new ArrayList<>();
    for (AddressedCall each : calls) {
      CallOrder order = Objects.requireNonNull(found.get(each.orderId()), "order is deleted");
      if (order.document().redacted()) {
        continue;
      }
      AddressedCall known =
          each.with(new CallContext(order.subjectReference(), WeeklyContacts.claim(order)));
      if (!isOpen(order)) {
        gone.add(known);
      } else if (!isActive(order, context)) {
        changes.add(begin(known, order, context));
        recorded.add(known);
      }
    }
    BoundedWait.await(book.save(connection, changes));
    countDials(connection, recorded.stream().map(each -> each.call().day(each.tenant())).toList());
    keepObjections(connection, recorded);
    inboxWork.store(
        connection, recorded.stream().flatMap(each -> each.call().news().stream()).toList());
    return recorded;
  }

  private Map<UUID, CallOrder> load(SqlConnection connection, List<AddressedCall> calls) {
    List<UUID> ids = calls.stream().map(AddressedCall::orderId).toList();
    return BoundedWait.await(orders.load(connection, ids)).stream()
        .collect(Collectors.toMap(CallOrder::id, Function.identity()));
  }

  private static boolean isOpen(CallOrder order) {
    return !order.document().redacted() && !order.state().status().terminal();
  }

  private static boolean isActive(CallOrder order, DecisionContext context) {
    return order.state() instanceof OrderState.Dialing
        || order.state() instanceof OrderState.InProgress
        || context.history(order).activePhone() != null;
  }

  private OrderChange begin(AddressedCall call, CallOrder order, DecisionContext context) {
    OrderChange change = book.open(order, context.now(order));
    LostCall lost = call.call();
    change.apply(new OrderCommand.Plan(new NextAttempt.At(context.now(order), lost.facts().to())));
    change.apply(new OrderCommand.StartAttempt(lost.id()));
    change.intend(intent(lost, lost.id(), call.context(), call.tenant(), context.zone(order)));
    return change;
  }

  private GoneOrderAttempts.Call ofGoneOrder(AddressedCall each) {
    Tenant tenant = each.tenant();
    return new GoneOrderAttempts.Call(
        intent(each.call(), each.id(), each.context(), tenant, tenant.timezone()),
        tenant,
        each.call().news());
  }

  private void insertGone(SqlConnection connection, List<GoneOrderAttempts.Call> calls) {
    if (!calls.isEmpty()) {
      goneOrders.insert(connection, calls);
      countDials(
          connection,
          calls.stream()
              .map(call -> call.attempt().intent())
              .map(intent -> new TenantDay(intent.tenantId(), intent.dialDay()))
              .toList());
    }
  }

  private CallAttempt intent(
      LostCall lost, UUID id, CallContext context, Tenant tenant, ZoneId zone) {
    Instant at = lost.intendedAt(tenant);
    JsonNode decision = Json.object().put("at", Timestamps.format(at)).put("restored", true);
    CallAttempt.Intent intent =
        new CallAttempt.Intent(
            tenant.id(),
            context.reference(),
            IntentWriter.callerId(tenant),
            at,
            lost.notAfter(),
            LocalDate.ofInstant(at, zone),
            lost.day(tenant).day(),
            context.claim(),
            decision);
    return CallAttempt.intended(
        intent,
        Attempt.placing(id, lost.facts().orderId(), lost.facts().to()),
        realTime.instant().plus(AttemptTimeouts.TO_ANSWER));
  }

  private void countDials(SqlConnection connection, List<TenantDay> days) {
    Map<TenantDay, Integer> dials = new HashMap<>();
    days.forEach(day -> dials.merge(day, 1, Integer::sum));
    BoundedWait.await(counts.add(connection, dials));
  }

  /** Links the attempts to suppressions written earlier, so that these are not written twice. */
  private void keepObjections(SqlConnection connection, List<AddressedCall> recorded) {
    for (AddressedCall each : recorded) {
      if (each.call().objected()) {
        BoundedWait.await(
            attempts.objected(connection, each.id(), AttemptIds.ofObjection(each.id())));
      }
    }
  }
}
