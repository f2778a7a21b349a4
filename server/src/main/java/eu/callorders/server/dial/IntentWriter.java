package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.DueOrderDecision;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.hold.HeldOrderStore;
import eu.callorders.server.hold.HeldOrderStore.HeldOrder;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.NumberContacts;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.order.WaitStore;
import eu.callorders.server.order.WeeklyContacts;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore.PinnedType;
import eu.callorders.server.predial.PredialBatch;
import eu.callorders.server.predial.PredialQuestion;
import eu.callorders.server.statistics.CountKey;
import eu.callorders.server.statistics.HourlyCountStore;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates due orders under all locks and writes the dial intents of those that may be dialed now.
 * The others are rescheduled, parked or ended.
 */
public final class IntentWriter {
  /** How many due orders of a tenant are checked once one of them meets a busy phone. */
  static final int LOOKAHEAD = 1_000;

  private final OrderWriter orderWriter;
  private final CallOrigins origins;
  private final PlaceCallMapper mapper;
  private final @Nullable UUID simulatorNode;
  private final InstantSource realTime;

  public IntentWriter(OrderWriter book, String environment, InstantSource realTime) {
    this(book, environment, CallOrigins.NONE, null, realTime);
  }

  /**
   * @param simulatorNode this node, if its own simulator gets the calls
   */
  public IntentWriter(
      OrderWriter book,
      String environment,
      CallOrigins origins,
      @Nullable UUID simulatorNode,
      InstantSource realTime) {
    this.orderWriter = book;
    this.origins = origins;
    this.mapper = new PlaceCallMapper(environment, origins);
    this.simulatorNode = simulatorNode;
    this.realTime = realTime;
  }

  /**
   * A batch.
   *
   * @param orders number of changed orders
   * @param calls to place after the commit
   * @param questions to send after the commit
   */
  record Batch(int orders, List<DueCall> calls, List<PredialQuestion> questions) {}

  /**
   * Evaluates the due orders and saves them in the caller's transaction.
   *
   * @param gateway facts about the gateway for a tenant
   * @param tenantRoom counts the dials of this batch
   */
  Batch write(
      SqlConnection connection,
      DialContext context,
      Function<UUID, DialFacts.GatewayFacts> gateway,
      TenantCallCounter tenantRoom) {
    Round round = new Round(context, gateway, tenantRoom);
    context.due().forEach(round::evaluate);
    BoundedWait.await(
        Future.join(
            context.quotas().save(connection),
            WaitStore.park(connection, round.parked),
            HeldOrderStore.insert(connection, round.held),
            orderWriter.save(connection, round.changes),
            HourlyCountStore.add(connection, round.dials),
            context.predial().save(connection)));
    setWaiting(connection, context.due(), round.waiting);
    BoundedWait.await(WaitStore.setWaitingForNumbers(connection, round.spentNumbers, LOOKAHEAD));
    return new Batch(round.changes.size(), round.calls, context.predial().questions());
  }

  /** Also takes the orders out of the queue that would meet the busy phones next. */
  private static void setWaiting(
      SqlConnection connection, List<CallOrder> due, Map<UUID, PhoneNumber> waiting) {
    if (waiting.isEmpty()) {
      return;
    }
    Set<UUID> tenantIds =
        due.stream()
            .filter(order -> waiting.containsKey(order.id()))
            .map(CallOrder::tenantId)
            .collect(Collectors.toUnmodifiableSet());
    BoundedWait.await(WaitStore.setWaiting(connection, waiting));
    BoundedWait.await(WaitStore.setWaitingIfBusy(connection, tenantIds, LOOKAHEAD));
  }

  boolean mayPlace() {
    return origins.mayPlace();
  }

  /** One batch; each dial counts for the orders after it. */
  private final class Round {
    private final DecisionContext context;
    private final Map<PinnedType, OrderType> types;
    private final DialQuotas quotas;
    private final NumberContacts numbers;
    private final TenantCallCounter tenantRoom;
    private final PredialBatch predial;
    private final DialEvaluator evaluator;
    private final List<OrderChange> changes = new ArrayList<>();
    private final List<DueCall> calls = new ArrayList<>();
    private final List<CountKey> dials = new ArrayList<>();
    private final Map<UUID, UUID> parked = new HashMap<>();
    private final List<HeldOrder> held = new ArrayList<>();

    /** Orders that wait for the end of an attempt, with the phone of that attempt. */
    private final Map<UUID, PhoneNumber> waiting = new HashMap<>();

    /** Without a contact left today. */
    private final Set<TenantPhone> spentNumbers = new HashSet<>();

    Round(
        DialContext dials,
        Function<UUID, DialFacts.GatewayFacts> gateway,
        TenantCallCounter tenantRoom) {
      this.context = dials.decisions();
      this.types = dials.types();
      this.quotas = dials.quotas();
      this.numbers = dials.numberContacts();
      this.tenantRoom = tenantRoom;
      this.predial = dials.predial();
      this.evaluator = DialEvaluator.of(dials, gateway);
    }

    void evaluate(CallOrder claimed) {
      OrderChange change = orderWriter.open(context.withHolds(claimed), context.now(claimed));
      boolean answered = predial.resume(change, context);
      CallOrder order = change.order();
      // Another worker may have dialed first, or the batch has used up the quota.
      boolean evaluated =
          isDue(order)
              && !quotas.callQuota(context.tenant(order)).isExhausted()
              && !tenantRoom.isExhausted(order.tenantId())
              && evaluate(change);
      if (answered || evaluated) {
        changes.add(change);
      }
    }

    /** Returns false when the order stays as it is until its client can be asked. */
    private boolean evaluate(OrderChange change) {
      CallOrder order = change.order();
      switch (evaluator.evaluate(order)) {
        case DueOrderDecision.Dial(var phone, var _) when predial.mustAsk(order) -> {
          Tenant tenant = context.tenant(order);
          return predial.ask(change, phone, tenant, quotas.callQuota(tenant));
        }
        case DueOrderDecision.Dial(var phone, var allowed) -> dial(change, phone, allowed);
        case DueOrderDecision.WaitForCall(var phone, var seen) ->
            waiting.put(order.id(), evaluator.awaitedPhone(order, phone));
        case DueOrderDecision.Hold(var phone, var seen) -> hold(change);
        case DueOrderDecision.Reschedule(var next, var seen) -> {
          reschedule(change, next);
          spentNumbers.addAll(numbers.spent(order));
        }
      }
      return true;
    }

    /** A held order is parked until one of its holds ends. */
    private void hold(OrderChange change) {
      CallOrder order = change.order();
      change.apply(new OrderCommand.Hold());
      List<HeldOrder> holds = HeldOrder.of(order.heldId(), order.holds());
      held.addAll(holds);
      parked.put(order.id(), holds.getFirst().holdId());
    }

    /** A halted order is parked: when the halt ends is unknown. */
    private void reschedule(OrderChange change, NextAttempt next) {
      CallOrder order = change.order();
      Optional<Halt> halt =
          next instanceof NextAttempt.At at ? evaluator.halt(order, at.phone()) : Optional.empty();
      halt.ifPresentOrElse(
          it -> parked.put(order.id(), it.id()), () -> change.apply(new OrderCommand.Plan(next)));
    }

    /** Checks again: the order may have changed between the read and the lock of the claim. */
    private boolean isDue(CallOrder order) {
      return !order.held()
          && order.state() instanceof OrderState.Scheduled scheduled
          && !scheduled.nextAttemptAt().isAfter(context.now(order));
    }

    private void dial(OrderChange change, PhoneNumber phone, DialDecision.Allowed allowed) {
      CallOrder order = change.order();
      Instant planned = ((OrderState.Scheduled) order.state()).nextAttemptAt();
      OrderType type =
          Objects.requireNonNull(
              types.get(
                  new PinnedType(order.tenantId(), order.orderType(), order.orderTypeVersion())));
      Tenant tenant = context.tenant(order);
      AiDisclosure disclosure = mapper.disclosure(order, type, tenant);
      CallAttempt intent = intent(order, phone, change.now(), allowed, disclosure);
      if (!(change.apply(new OrderCommand.StartAttempt(intent.id()))
          instanceof OrderDecision.Accept)) {
        throw new IllegalStateException("a due order cannot be dialed");
      }
      change.addIntent(intent);
      evaluator.recordDial(order, phone);
      predial.recordDial(order);
      tenantRoom.recordDial(order.tenantId());
      dials.add(CountKey.dial(order.tenantId(), planned, change.now()));
      calls.add(
          new DueCall(
              mapper.toPlaceCall(
                  order, intent, type, tenant, predial.outstanding(order), disclosure),
              order.holdTarget(),
              order.orderType(),
              change.now(),
              planned.minus(tenant.clockOffset())));
    }

    private CallAttempt intent(
        CallOrder order,
        PhoneNumber phone,
        Instant now,
        DialDecision.Allowed allowed,
        AiDisclosure disclosure) {
      Instant realNow = realTime.instant();
      UUID id = AttemptIds.next(order.id(), ids(order.attempts()));
      ZoneId zone = context.zone(order);
      CallingWindow window = context.terms(order).window(phone);
      ObjectNode decision = DecisionJson.of(now, zone, window, allowed, disclosure);
      predial.decision(order).ifPresent(check -> decision.set("predial_check", check));
      CallAttempt.Intent intent =
          new CallAttempt.Intent(
              order.tenantId(),
              order.subjectReference(),
              PlaceCallMapper.callerId(context.tenant(order)),
              now,
              AttemptTimeouts.latestDialStart(window, now, context.tenant(order).clockOffset()),
              LocalDate.ofInstant(now, zone),
              DialEvaluator.tenantDay(order, context).day(),
              WeeklyContacts.claimKey(order.document()),
              decision,
              simulatorNode);
      return CallAttempt.newIntent(
          intent,
          Attempt.placing(id, order.id(), phone),
          realNow.plus(AttemptTimeouts.PLACE_TIMEOUT));
    }
  }

  private static Set<UUID> ids(List<CallAttempt> attempts) {
    return attempts.stream().map(CallAttempt::id).collect(Collectors.toUnmodifiableSet());
  }
}
