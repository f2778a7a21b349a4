package eu.callorders.server.order;

import eu.callorders.core.event.EventType;
import eu.callorders.core.order.Backoff;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecider;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.event.NewEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Changes of one order within a transaction, with their events, each a snapshot of its moment.
 * {@link OrderWriter} saves it.
 */
public final class OrderChange {
  private final OrderView view;
  private final Instant now;
  private final List<NewEvent> events = new ArrayList<>();
  private final Map<UUID, CallAttempt> intents = new LinkedHashMap<>();
  private final Set<UUID> changedAttempts = new LinkedHashSet<>();
  private final CallOrder opened;
  private final Instant openedAt;
  private CallOrder order;
  private boolean changed;
  private boolean tagChanged;
  private boolean edited;

  /**
   * @param now the tenant's time
   * @param realNow the same instant in real time
   */
  OrderChange(CallOrder order, OrderView view, Instant now, Instant realNow) {
    this.order = order;
    this.view = view;
    this.now = now;
    this.opened = order;
    this.openedAt = realNow;
  }

  public CallOrder order() {
    return order;
  }

  CallOrder saved() {
    return changed ? order.nextRevision(!tagChanged) : order;
  }

  /** The tenant's time of all changes. */
  public Instant now() {
    return now;
  }

  /** Applies a command if the state machine accepts it. */
  public OrderDecision apply(OrderCommand command) {
    OrderDecision decision = decide(command);
    if (decision instanceof OrderDecision.Accept accept) {
      boolean unchanged = accept.events().isEmpty() && accept.next().equals(order.state());
      if (!unchanged) {
        order = order.with(accept.next(), now);
        boolean planned =
            (command instanceof OrderCommand.Plan || command instanceof OrderCommand.Hold)
                && accept.next() instanceof OrderState.Scheduled;
        change(!planned);
      }
      accept.events().forEach(this::addEvent);
    }
    return decision;
  }

  /** The state machine's decision, without applying it. */
  OrderDecision decide(OrderCommand command) {
    return OrderDecider.decide(order.state(), order.history(), command, now);
  }

  public void addIntent(CallAttempt intent) {
    intents.put(intent.id(), intent);
    List<CallAttempt> attempts = new ArrayList<>(order.attempts());
    attempts.add(intent);
    order = order.with(attempts);
    change(true);
  }

  public void update(CallAttempt attempt) {
    changedAttempts.add(attempt.id());
    order = order.with(replace(attempt));
    change(true);
  }

  /** Records what no client sees of an attempt: the order stays unchanged. */
  public void record(CallAttempt attempt) {
    changedAttempts.add(attempt.id());
    order = order.with(replace(attempt));
  }

  /** Counts an attempt under the next attempt number. */
  public CallAttempt count(CallAttempt attempt) {
    int attemptNumber = Math.max(order.attemptCount(), highestNumber()) + 1;
    CallAttempt counted = attempt.with(attempt.attempt().withAttemptNumber(attemptNumber));
    changedAttempts.add(attempt.id());
    order = order.withCounts(attemptNumber, 0, replace(counted));
    change(true);
    return counted;
  }

  /** Counts the attempts recorded while the order was lost. */
  public void countRecorded() {
    order = order.withCounts(highestNumber(), 0, order.attempts());
    change(true);
  }

  /** Attempts can have numbers that the order does not count yet, see {@link #countRecorded}. */
  private int highestNumber() {
    return order.attempts().stream()
        .mapToInt(each -> each.attempt().attemptNumber())
        .max()
        .orElse(0);
  }

  /** Counts a gateway refusal, which uses up no attempt. */
  public void countRefusal(RefusalReason code) {
    order =
        order.withCounts(
            order.attemptCount(),
            Backoff.count(order.consecutiveRefusals(), code),
            order.attempts());
    change(true);
  }

  void edit(OrderDocument document) {
    order = order.with(document);
    edited = true;
    change(true);
  }

  public void addCallEvent(UUID attemptId, EventType type) {
    events.add(view.callEvent(order, order.attempt(attemptId), type, now));
  }

  /** Adds another event after the previous ones. */
  public void addEvent(NewEvent event) {
    events.add(event);
    change(true);
  }

  private void addEvent(EventType type) {
    events.add(view.orderEvent(order, type, now));
  }

  /**
   * @param changesTag whether the entity tag changes; planning alone does not change it
   */
  private void change(boolean changesTag) {
    changed = true;
    tagChanged |= changesTag;
  }

  private List<CallAttempt> replace(CallAttempt attempt) {
    return order.attempts().stream()
        .map(other -> other.id().equals(attempt.id()) ? attempt : other)
        .toList();
  }

  boolean changed() {
    return changed;
  }

  boolean edited() {
    return edited;
  }

  boolean justEnded() {
    return !opened.state().status().terminal() && order.state().status().terminal();
  }

  /** Whether it may have waited for a hold, which only a scheduled order does. */
  boolean endedWhileScheduled() {
    return justEnded() && opened.state() instanceof OrderState.Scheduled;
  }

  /** The next attempt, when this change has planned it; the tenant's time. */
  Optional<Instant> newlyPlanned() {
    return order.state() instanceof OrderState.Scheduled scheduled
            && !scheduled.equals(opened.state())
        ? Optional.of(scheduled.nextAttemptAt())
        : Optional.empty();
  }

  /** Attempts that have ended with this change, refused ones included. */
  List<CallAttempt> endedAttempts() {
    return opened.attempts().stream()
        .filter(attempt -> attempt.attempt().status().running())
        .map(attempt -> order.attempt(attempt.id()))
        .filter(attempt -> !attempt.attempt().status().running())
        .toList();
  }

  Instant toRealTime(Instant tenantTime) {
    return openedAt.plus(Duration.between(now, tenantTime));
  }

  List<NewEvent> events() {
    return List.copyOf(events);
  }

  List<CallAttempt> intents() {
    return intents.keySet().stream().map(order::attempt).toList();
  }

  List<CallAttempt> changedAttempts() {
    return changedAttempts.stream()
        .filter(id -> !intents.containsKey(id))
        .map(order::attempt)
        .toList();
  }
}
