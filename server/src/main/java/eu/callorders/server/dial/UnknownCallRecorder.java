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
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.DecisionContextLoader;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.time.Timestamps;
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
  private static final long MAX_BYTES = 8L << 20;

  private final OrderWriter orderWriter;
  private final DecisionContextLoader contexts;
  private final GoneOrderAttempts goneOrders;
  private final InboxProcessor inboxProcessor;
  private final InstantSource realTime;

  public UnknownCallRecorder(
      OrderWriter book,
      DecisionContextLoader situations,
      GoneOrderAttempts goneOrders,
      InboxProcessor inboxWork,
      InstantSource realTime) {
    this.orderWriter = book;
    this.contexts = situations;
    this.goneOrders = goneOrders;
    this.inboxProcessor = inboxWork;
    this.realTime = realTime;
  }

  LostCall lostCall(UUID id, Facts facts, List<GatewayEvent> events) {
    return LostCall.of(id, facts, events, realTime.instant());
  }

  /**
   * Records calls; returns those recorded. The others are retried later: another attempt of the
   * order or the subject is active.
   */
  List<IdentifiedCall> record(SqlConnection connection, List<IdentifiedCall> calls) {
    lockDays(
        connection,
        calls.stream()
            .collect(
                Collectors.toMap(
                    each -> each.call().dialDay(each.tenant()),
                    each -> dayEnd(each.call(), each.tenant()),
                    (one, same) -> one)));
    List<IdentifiedCall> recorded = new ArrayList<>();
    for (List<IdentifiedCall> batch : IdentifiedCall.independentBatches(calls)) {
      recorded.addAll(recordBatch(connection, batch));
    }
    return recorded;
  }

  /**
   * Records a call once for each of its possible subjects. Without an end in the log only the last
   * of these attempts stays active: a phone has one active attempt.
   */
  void record(SqlConnection connection, LostCall lost, List<String> references, Tenant tenant) {
    lockDays(connection, Map.of(lost.dialDay(tenant), dayEnd(lost, tenant)));
    LostCall redacted = lost.withoutConversation();
    String last = references.getLast();
    for (String reference : references) {
      UUID id = AttemptIds.forSubject(lost.id(), reference);
      if (BoundedWait.await(AttemptStore.find(connection, tenant.id(), id)).isEmpty()) {
        LostCall one = reference.equals(last) ? redacted : redacted.withLost(id);
        CallContext context = new CallContext(reference, CallContext.NO_CLAIM_KEY);
        CallAttempt intent = intent(one, id, context, tenant, tenant.timezone());
        insertGoneOrders(
            connection, List.of(new GoneOrderAttempts.Call(intent, tenant, one.updates())));
      }
    }
  }

  private static Instant dayEnd(LostCall lost, Tenant tenant) {
    return LocalDays.startOfNextDay(lost.intendedAt(tenant), tenant.timezone());
  }

  /** Locks channels, then dial counts: the same order as a dial. */
  private void lockDays(SqlConnection connection, Map<TenantDay, Instant> days) {
    BoundedWait.await(
        Locks.acquire(
            connection,
            days.keySet().stream().map(day -> Locks.channels(day.tenantId())).toList()));
    BoundedWait.await(DialCountStore.ensure(connection, days));
    BoundedWait.await(DialCountStore.lock(connection, days.keySet()));
  }

  private List<IdentifiedCall> recordBatch(SqlConnection connection, List<IdentifiedCall> calls) {
    Map<UUID, UUID> sentAgain = GoneOrderKeys.replacements(connection, calls);
    List<IdentifiedCall> ofOrders = new ArrayList<>();
    List<IdentifiedCall> gone = new ArrayList<>();
    for (IdentifiedCall each : calls) {
      UUID again = sentAgain.get(each.orderId());
      if (each.hasOrder() || again != null) {
        ofOrders.add(again == null ? each : each.withOrder(again));
      } else {
        gone.add(each);
      }
    }
    GoneOrderKeys.store(connection, gone);
    List<IdentifiedCall> recorded = new ArrayList<>();
    List<IdentifiedCall> rest = ofOrders;
    while (!rest.isEmpty()) {
      List<UUID> ids = rest.stream().map(IdentifiedCall::orderId).toList();
      int size = BoundedWait.await(OrderStore.limitByBytes(connection, ids, MAX_BYTES)).size();
      recorded.addAll(recordOrders(connection, rest.subList(0, size), gone));
      rest = rest.subList(size, rest.size());
    }
    insertGoneOrders(connection, gone.stream().map(this::goneOrderCall).toList());
    recorded.addAll(gone);
    return recorded;
  }

  /**
   * Records the calls of open orders.
   *
   * @param gone receives the calls of ended orders
   */
  private List<IdentifiedCall> recordOrders(
      SqlConnection connection, List<IdentifiedCall> calls, List<IdentifiedCall> gone) {
    Map<UUID, CallOrder> found = load(connection, calls);
    DecisionContext context =
        BoundedWait.await(
            contexts.load(
                connection, found.values().stream().filter(UnknownCallRecorder::isOpen).toList()));
    List<IdentifiedCall> recorded = new ArrayList<>();
    List<OrderChange> changes = new ArrayList<>();
    for (IdentifiedCall each : calls) {
      CallOrder order = Objects.requireNonNull(found.get(each.orderId()), "order is deleted");
      if (order.document().redacted()) {
        continue;
      }
      IdentifiedCall known =
          each.withContext(
              new CallContext(order.subjectReference(), WeeklyContacts.claimKey(order.document())));
      if (!isOpen(order)) {
        gone.add(known);
      } else if (!isActive(order, context)) {
        changes.add(begin(known, order, context));
        recorded.add(known);
      }
    }
    BoundedWait.await(orderWriter.save(connection, changes));
    countDials(
        connection, recorded.stream().map(each -> each.call().dialDay(each.tenant())).toList());
    linkObjections(connection, recorded);
    inboxProcessor.store(
        connection, recorded.stream().flatMap(each -> each.call().updates().stream()).toList());
    return recorded;
  }

  private Map<UUID, CallOrder> load(SqlConnection connection, List<IdentifiedCall> calls) {
    List<UUID> ids = calls.stream().map(IdentifiedCall::orderId).toList();
    return BoundedWait.await(OrderStore.load(connection, ids)).stream()
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

  private OrderChange begin(IdentifiedCall call, CallOrder order, DecisionContext context) {
    OrderChange change = orderWriter.open(order, context.now(order));
    LostCall lost = call.call();
    change.apply(new OrderCommand.Plan(new NextAttempt.At(context.now(order), lost.facts().to())));
    change.apply(new OrderCommand.StartAttempt(lost.id()));
    change.addIntent(intent(lost, lost.id(), call.context(), call.tenant(), context.zone(order)));
    return change;
  }

  private GoneOrderAttempts.Call goneOrderCall(IdentifiedCall each) {
    Tenant tenant = each.tenant();
    return new GoneOrderAttempts.Call(
        intent(each.call(), each.id(), each.context(), tenant, tenant.timezone()),
        tenant,
        each.call().updates());
  }

  private void insertGoneOrders(SqlConnection connection, List<GoneOrderAttempts.Call> calls) {
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
            PlaceCallMapper.callerId(tenant),
            at,
            lost.notAfter(),
            LocalDate.ofInstant(at, zone),
            lost.dialDay(tenant).day(),
            context.claimKey(),
            decision,
            null);
    return CallAttempt.newIntent(
        intent,
        Attempt.placing(id, lost.facts().orderId(), lost.facts().to()),
        realTime.instant().plus(AttemptTimeouts.PLACE_TIMEOUT));
  }

  private void countDials(SqlConnection connection, List<TenantDay> days) {
    Map<TenantDay, Integer> dials = new HashMap<>();
    days.forEach(day -> dials.merge(day, 1, Integer::sum));
    BoundedWait.await(DialCountStore.add(connection, dials));
  }

  /** Links the attempts to suppressions written earlier, so that these are not written twice. */
  private void linkObjections(SqlConnection connection, List<IdentifiedCall> recorded) {
    for (IdentifiedCall each : recorded) {
      if (each.call().hasObjection()) {
        BoundedWait.await(
            AttemptStore.setSuppression(connection, each.id(), AttemptIds.forObjection(each.id())));
      }
    }
  }
}
