package eu.callorders.core.simulation;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.capacity.WeeklyQuota;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.DueOrderDecision;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.PlanReason;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.window.LocalDays;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Claims due orders, evaluates them under all locks, commits the intents, then places the calls.
 */
final class DialerLoop extends Loop {
  private final Gateway gateway;

  DialerLoop(SimulatedNode node, SimulatedStore store, Gateway gateway) {
    super(node, store);
    this.gateway = gateway;
  }

  @Override
  void round() {
    List<UUID> due =
        store
            .open()
            .map(OrderRow::tenant)
            .distinct()
            .filter(tenant -> !tenant.halted)
            .flatMap(this::due)
            .toList();
    if (due.isEmpty()) {
      finished(false);
      return;
    }
    Transaction transaction = store.begin(node);
    node.after(node.step(30), () -> claim(transaction, due));
  }

  private Stream<UUID> due(SimTenant tenant) {
    return store
        .open()
        .filter(order -> order.tenant() == tenant && due(order, tenant.now(world.now())))
        .sorted(
            Comparator.comparing(order -> ((OrderState.Scheduled) order.state()).nextAttemptAt()))
        .limit(Math.max(0, tenant.concurrentCalls - store.running(tenant)))
        .map(OrderRow::id);
  }

  private static boolean due(OrderRow order, Instant now) {
    return order.state() instanceof OrderState.Scheduled(var at) && !at.isAfter(now);
  }

  private void claim(Transaction transaction, List<UUID> due) {
    List<OrderRow> claimed =
        due.stream()
            .map(store::order)
            .filter(order -> transaction.tryLock(order.subject().lock()))
            .filter(order -> order.state() instanceof OrderState.Scheduled)
            .filter(order -> numbers(order).allMatch(transaction::tryLock))
            .toList();
    if (claimed.isEmpty()) {
      transaction.rollBack();
      node.after(world.random.nextInt(POLL_MILLIS), () -> finished(false));
      return;
    }
    DecisionContext context = new DecisionContext(store, claimed);
    List<String> channels =
        claimed.stream().map(order -> "channels:" + order.tenant().name).toList();
    node.after(
        node.step(30),
        () ->
            transaction.lock(
                channels, () -> evaluate(transaction, claimed, context), this::failed));
  }

  private static Stream<String> numbers(OrderRow order) {
    return order.subject().phones().stream().map(order.subject()::phoneLock);
  }

  private void evaluate(Transaction transaction, List<OrderRow> claimed, DecisionContext context) {
    Round round = new Round(transaction, context);
    claimed.forEach(round::evaluate);
    node.after(
        node.step(50),
        () ->
            transaction.commit(
                committed -> {
                  if (committed) {
                    round.calls.forEach(this::place);
                    finished(!round.evaluated.isEmpty());
                  } else {
                    failed();
                  }
                }));
  }

  private void place(Gateway.Placing call) {
    node.after(
        node.step(20),
        () ->
            gateway.place(
                node,
                call,
                result ->
                    node.inbox()
                        .add(new AttemptUpdate.PlaceAnswered(call.attemptId(), result), () -> {})));
  }

  @Override
  Optional<Instant> nextDue() {
    return store
        .open()
        .filter(order -> order.state() instanceof OrderState.Scheduled && !order.tenant().halted)
        .map(
            order ->
                ((OrderState.Scheduled) order.state())
                    .nextAttemptAt()
                    .minus(order.tenant().clockOffset))
        .filter(at -> at.isAfter(world.now()))
        .min(Comparator.naturalOrder());
  }

  /** One batch; its earlier dials affect the later decisions. */
  private final class Round {
    private final Transaction transaction;
    private final DecisionContext situation;
    private final Map<SimTenant, Integer> running = new HashMap<>();
    private final Map<SimTenant, Integer> dials = new HashMap<>();
    private final Set<String> dialed = new HashSet<>();
    private final List<OrderRow> evaluated = new ArrayList<>();
    private final List<Gateway.Placing> calls = new ArrayList<>();

    Round(Transaction transaction, DecisionContext situation) {
      this.transaction = transaction;
      this.situation = situation;
    }

    void evaluate(OrderRow order) {
      Instant now = situation.now(order);
      if (!due(order, now) || calls(order.tenant()).isExhausted()) {
        return;
      }
      evaluated.add(order);
      OrderUpdate change = new OrderUpdate(world, order, situation);
      transaction.change(change);
      switch (DueOrderDecision.evaluate(
          order.terms().orderTerms(),
          order.history(),
          situation.callee(order),
          now,
          phone -> facts(order, phone, now))) {
        case DueOrderDecision.Dial(var phone, var _) -> dial(change, phone);
        case DueOrderDecision.WaitForCall _ -> recheck(change);
        case DueOrderDecision.Hold _ -> throw new IllegalStateException("no hold stands");
        case DueOrderDecision.Reschedule(var next, var _) ->
            change.take(new OrderCommand.Plan(next));
      }
    }

    /** The service wakes these orders when the call ends. */
    private void recheck(OrderUpdate change) {
      OrderRow order = change.order();
      Instant later = change.now().plus(DialDecision.RECHECK_INTERVAL);
      change.take(
          new OrderCommand.Plan(
              RetryPlan.earliestAttempt(
                  order.terms().orderTerms(), order.history(), situation.callee(order), later)));
    }

    private boolean phoneBusy(SimTenant tenant, PhoneNumber phone) {
      return store.phoneBusy(tenant, phone)
          || calls.stream()
              .anyMatch(call -> call.order().tenant() == tenant && call.phone().equals(phone));
    }

    private DialFacts facts(OrderRow order, PhoneNumber phone, Instant now) {
      SimTenant tenant = order.tenant();
      SimulatedStore.History history = situation.history(order);
      boolean dialedHere = dialed.contains(order.subject().name());
      OrderTerms terms = order.terms().orderTerms();
      return new DialFacts(
          new DialFacts.OrderFacts(
              order.state(),
              false,
              new Quota(order.history().size(), terms.maxAttempts()),
              terms.window(phone),
              phoneBusy(order.tenant(), phone),
              situation.suppressed(order),
              List.of(),
              null,
              PlanReason.of(terms, order.history().size(), 0)),
          new DialFacts.SubjectFacts(
              history.busy() || dialedHere,
              RetryPlan.minimumGap(terms, order.history(), situation.callee(order)),
              new Quota(history.contacts() + (dialedHere ? 1 : 0), tenant.contactsPerDay),
              LocalDays.startOfNextDay(now, order.subject().zone()),
              WeeklyQuota.NONE,
              WeeklyQuota.NONE),
          DialFacts.NumberFacts.unlimited(LocalDays.startOfNextDay(now, order.subject().zone())),
          new DialFacts.TenantFacts(
              tenant.halted,
              dials(tenant, now),
              LocalDays.startOfNextDay(now, tenant.zone),
              calls(tenant)),
          DialFacts.GatewayFacts.UP);
    }

    private Quota calls(SimTenant tenant) {
      return new Quota(running.computeIfAbsent(tenant, store::running), tenant.concurrentCalls);
    }

    private Quota dials(SimTenant tenant, Instant now) {
      int dialed = dials.computeIfAbsent(tenant, any -> store.dials(any, any.day(now)));
      return new Quota(dialed, tenant.dialsPerDay);
    }

    private void dial(OrderUpdate change, PhoneNumber phone) {
      OrderRow order = change.order();
      SimTenant tenant = order.tenant();
      AttemptRow intent = intent(order, phone, change.now());
      if (!(change.take(new OrderCommand.StartAttempt(intent.id()))
          instanceof OrderDecision.Accept)) {
        throw new Violation("a due order can be dialed", order, phone);
      }
      change.addAttempt(intent);
      dials.merge(tenant, 1, Integer::sum);
      running.merge(tenant, 1, Integer::sum);
      dialed.add(order.subject().name());
      transaction.dial(SimulatedStore.dayKey(tenant, intent.intent().dialDay()), 1);
      calls.add(
          new Gateway.Placing(
              intent.id(), change.order(), phone, order.attemptCount() + 1, intent.intent()));
    }

    private AttemptRow intent(OrderRow order, PhoneNumber phone, Instant now) {
      Instant realNow = world.now();
      UUID id = new UUID(2, store.nextAttempt());
      Duration clockOffset = Duration.between(situation.realNow(), now);
      return new AttemptRow(
          new AttemptRow.Intent(
              now,
              realNow,
              clockOffset,
              AttemptTimeouts.latestDialStart(
                  order.terms().orderTerms().window(phone), now, clockOffset),
              order.subject().day(now),
              order.tenant().day(now)),
          Attempt.placing(id, order.id(), phone),
          null,
          null,
          realNow.plus(AttemptTimeouts.PLACE_TIMEOUT));
    }
  }
}
