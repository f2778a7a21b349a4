package eu.callorders.core.simulation;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.OrderContext;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecider;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.telephony.GatewayEvent;
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
  private final DecisionContext situation;
  private final Instant now;
  private final List<Said> events = new ArrayList<>();
  private final List<UUID> refused = new ArrayList<>();
  private final List<UUID> objections = new ArrayList<>();
  private OrderRow order;
  private boolean changed;

  /**
   * @param attemptId of a call's event; null for one of the order
   */
  record Said(EventType type, @Nullable UUID attemptId) {}

  OrderUpdate(VirtualScheduler world, OrderRow order, DecisionContext situation) {
    this(world, order, situation, situation.now(order));
  }

  OrderUpdate(VirtualScheduler world, OrderRow order, DecisionContext situation, Instant now) {
    this.world = world;
    this.order = order;
    this.situation = situation;
    this.now = now;
  }

  static OrderUpdate accepting(VirtualScheduler world, OrderRow order, DecisionContext situation) {
    OrderUpdate update = new OrderUpdate(world, order, situation);
    update.changed = true;
    update.events.add(new Said(EventType.CALL_ORDER_ACCEPTED, null));
    return update;
  }

  OrderRow order() {
    return order;
  }

  boolean changed() {
    return changed;
  }

  List<Said> events() {
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
      accept.events().forEach(type -> events.add(new Said(type, null)));
    }
    return decision;
  }

  void edit(RequestedTerms terms) {
    order = order.with(terms);
    changed = true;
  }

  void intend(AttemptRow intent) {
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
    return real.plus(Duration.between(situation.realNow(), situation.now(order)));
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
  public void timeClamped(UUID attemptId, Instant reported, Instant clamped) {}

  @Override
  public void update(Attempt attempt) {
    update(order.attempt(attempt.id()).with(attempt));
  }

  private void update(AttemptRow row) {
    order = order.with(row);
    changed = true;
  }

  @Override
  public void count(UUID attemptId) {
    int attemptNumber = order.attemptCount() + 1;
    update(attempt(attemptId).numbered(attemptNumber));
    order = order.counting(attemptNumber, 0);
  }

  @Override
  public int countRefusal(UUID attemptId) {
    refused.add(attemptId);
    order = order.counting(order.attemptCount(), order.refusalsInRow() + 1);
    changed = true;
    return order.refusalsInRow();
  }

  @Override
  public void announceCall(UUID attemptId, EventType type) {
    events.add(new Said(type, attemptId));
  }

  @Override
  public void apply(OrderCommand command) {
    take(command);
  }

  @Override
  public NextAttempt next() {
    return situation.next(order);
  }

  @Override
  public NextAttempt next(Duration wait) {
    return situation.earliest(order, now.plus(wait));
  }

  @Override
  public void enterObjection(UUID attemptId) {
    objections.add(attemptId);
    update(order.attempt(attemptId).withEntry(new UUID(3, attemptId.getLeastSignificantBits())));
  }

  @Override
  public Findings.@Nullable Objection objection(UUID attemptId) {
    UUID entry = order.attempt(attemptId).entry();
    return entry == null ? null : new Findings.Objection("voice", entry);
  }

  @Override
  public Optional<Conversation> keepReport(UUID attemptId, GatewayEvent.Report report) {
    return attempt(attemptId).reported() != null
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
  public void keepTranscript(UUID attemptId, GatewayEvent.Turns turns) {}

  @Override
  public void queryAtOnce(UUID attemptId) {
    AttemptRow row = order.attempt(attemptId);
    update(row.expecting(row.reportDueAt(), row.intent().written()));
  }

  @Override
  public void expectWhatFollows(UUID attemptId) {
    AttemptRow row = order.attempt(attemptId);
    AttemptStatus reached = row.attempt().status();
    if (reached != AttemptStatus.PLACING) {
      Instant due =
          row.reportDueAt() == null ? now.plus(Attempt.REPORT_PATIENCE) : row.reportDueAt();
      update(
          row.expecting(
              reached == AttemptStatus.ENDED ? due : null,
              AttemptTimeouts.checkAt(reached, world.now()).orElse(null)));
    }
  }
}
