package eu.callorders.core.simulation;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.OrderContext;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.Backoff;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecider;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One order under change within one transaction. */
final class OrderUpdate implements OrderContext {
  private final VirtualScheduler world;
  private final DecisionContext context;
  private final Instant now;
  private final List<EmittedEvent> events = new ArrayList<>();
  private final List<UUID> refused = new ArrayList<>();
  private final List<UUID> objections = new ArrayList<>();
  private OrderRow order;
  private boolean changed;

  /**
   * @param attemptId of a call's event; null for one of the order
   */
  record EmittedEvent(EventType type, @Nullable UUID attemptId) {}

  OrderUpdate(VirtualScheduler world, OrderRow order, DecisionContext situation) {
    this(world, order, situation, situation.now(order));
  }

  OrderUpdate(VirtualScheduler world, OrderRow order, DecisionContext situation, Instant now) {
    this.world = world;
    this.order = order;
    this.context = situation;
    this.now = now;
  }

  static OrderUpdate accepting(VirtualScheduler world, OrderRow order, DecisionContext situation) {
    OrderUpdate update = new OrderUpdate(world, order, situation);
    update.changed = true;
    update.events.add(new EmittedEvent(EventType.CALL_ORDER_ACCEPTED, null));
    return update;
  }

  OrderRow order() {
    return order;
  }

  boolean changed() {
    return changed;
  }

  List<EmittedEvent> events() {
    return events;
  }

  List<UUID> refused() {
    return refused;
  }

  /** Attempts in which the person objected. */
  List<UUID> objections() {
    return objections;
  }

  OrderDecision decide(OrderCommand command) {
    return OrderDecider.decide(order.state(), order.history(), command, now);
  }

  OrderDecision take(OrderCommand command) {
    OrderDecision decision = decide(command);
    if (decision instanceof OrderDecision.Accept accept) {
      if (!accept.events().isEmpty() || !accept.next().equals(order.state())) {
        order = order.with(accept.next());
        changed = true;
      }
      accept.events().forEach(type -> events.add(new EmittedEvent(type, null)));
    }
    return decision;
  }

  void edit(RequestedTerms terms) {
    order = order.with(terms);
    changed = true;
  }

  void addAttempt(AttemptRow intent) {
    List<AttemptRow> attempts = new ArrayList<>(order.attempts());
    attempts.add(intent);
    order = order.with(attempts);
    changed = true;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Instant tenantTime(Instant real) {
    return real.plus(Duration.between(context.realNow(), context.now(order)));
  }

  @Override
  public Attempt attempt(UUID attemptId) {
    return order.attempt(attemptId).attempt();
  }

  @Override
  public Instant intendedAt(UUID attemptId) {
    return order.attempt(attemptId).intent().at();
  }

  @Override
  public void logClampedTime(UUID attemptId, Instant reported, Instant clamped) {}

  @Override
  public void update(Attempt attempt) {
    update(order.attempt(attempt.id()).with(attempt));
  }

  private void update(AttemptRow row) {
    order = order.with(row);
    changed = true;
  }

  @Override
  public void assignAttemptNumber(UUID attemptId) {
    int attemptNumber = order.attemptCount() + 1;
    update(attempt(attemptId).withAttemptNumber(attemptNumber));
    order = order.counting(attemptNumber, 0);
  }

  @Override
  public Refusals recordRefusal(UUID attemptId, RefusalReason code) {
    refused.add(attemptId);
    order = order.counting(order.attemptCount(), Backoff.count(order.consecutiveRefusals(), code));
    changed = true;
    long all = order.attempts().reversed().stream().takeWhile(AttemptRow::refused).count();
    return new Refusals((int) all, order.consecutiveRefusals());
  }

  @Override
  public void emitCallEvent(UUID attemptId, EventType type) {
    events.add(new EmittedEvent(type, attemptId));
  }

  @Override
  public void apply(OrderCommand command) {
    take(command);
  }

  @Override
  public NextAttempt nextAttempt() {
    return context.nextAttempt(order);
  }

  @Override
  public NextAttempt nextAttempt(Duration wait) {
    return context.earliestAttempt(order, now.plus(wait));
  }

  @Override
  public void createSuppression(UUID attemptId) {
    objections.add(attemptId);
    update(
        order.attempt(attemptId).withSuppression(new UUID(3, attemptId.getLeastSignificantBits())));
  }

  @Override
  public Findings.@Nullable Objection objection(UUID attemptId) {
    UUID entry = order.attempt(attemptId).suppression();
    return entry == null ? null : new Findings.Objection("voice", entry);
  }

  @Override
  public Optional<Conversation> storeReport(UUID attemptId, GatewayEvent.Report report) {
    return attempt(attemptId).conversation() != null
        ? Optional.empty()
        : Optional.of(
            Conversation.of(
                SummaryCode.of((String) report.document().get("summary_code")).orElseThrow(),
                null,
                null,
                null,
                Findings.NONE));
  }

  @Override
  public void storeTranscript(UUID attemptId, GatewayEvent.Turns turns) {}

  @Override
  public void scheduleImmediateQuery(UUID attemptId) {
    AttemptRow row = order.attempt(attemptId);
    update(row.withDeadlines(row.reportDueAt(), row.intent().written()));
  }

  @Override
  public void updateDeadlines(UUID attemptId) {
    AttemptRow row = order.attempt(attemptId);
    AttemptStatus reached = row.attempt().status();
    if (reached != AttemptStatus.PLACING) {
      Instant due =
          row.reportDueAt() == null ? now.plus(Attempt.REPORT_TIMEOUT) : row.reportDueAt();
      update(
          row.withDeadlines(
              reached == AttemptStatus.ENDED ? due : null,
              AttemptTimeouts.reconcileAt(reached, world.now()).orElse(null)));
    }
  }
}
