package eu.callorders.server.order;

import eu.callorders.core.event.EventType;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecider;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.event.NewEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One order under change, within one transaction: the order as it has become, and the events that
 * tell of it, each showing it as it was at that moment. {@link OrderWriter} saves it.
 */
public final class OrderChange {
  private final OrderEventFactory announcements;
  private final Instant now;
  private final List<NewEvent> events = new ArrayList<>();
  private final Map<UUID, CallAttempt> intents = new LinkedHashMap<>();
  private final Set<UUID> changedAttempts = new LinkedHashSet<>();
  private final boolean wasTerminal;
  private CallOrder order;
  private boolean changed;
  private boolean moved;
  private boolean edited;

  OrderChange(CallOrder order, OrderEventFactory announcements, Instant now) {
    this.order = order;
    this.announcements = announcements;
    this.now = now;
    this.wasTerminal = order.state().status().terminal();
  }

  public CallOrder order() {
    return order;
  }

  /** The order as it is once it has been saved. */
  CallOrder saved() {
    return changed ? order.nextRevision(!moved) : order;
  }

  /** The tenant's time at which all of this happens. */
  public Instant now() {
    return now;
  }

  /** Lets the state machine judge a command and takes over what it accepts. */
  public OrderDecision apply(OrderCommand command) {
    OrderDecision decision = decide(command);
    if (decision instanceof OrderDecision.Accept accept) {
      boolean silent = accept.events().isEmpty() && accept.next().equals(order.state());
      if (!silent) {
        order = order.with(accept.next(), now);
        boolean planned =
            command instanceof OrderCommand.Plan && accept.next() instanceof OrderState.Scheduled;
        change(!planned);
      }
      accept.events().forEach(this::announce);
    }
    return decision;
  }

  /** What the state machine would say to a command. */
  OrderDecision decide(OrderCommand command) {
    return OrderDecider.decide(order.state(), order.history(), command, now);
  }

  /** Writes down an attempt that is about to be made. */
  public void intend(CallAttempt intent) {
    intents.put(intent.id(), intent);
    List<CallAttempt> attempts = new ArrayList<>(order.attempts());
    attempts.add(intent);
    order = order.with(attempts);
    change(true);
  }

  /** Takes over an attempt that has changed. */
  public void update(CallAttempt attempt) {
    changedAttempts.add(attempt.id());
    order = order.with(replaced(attempt));
    change(true);
  }

  /** Counts an attempt from now on, under the next number. */
  public CallAttempt count(CallAttempt attempt) {
    int number = Math.max(order.attemptCount(), highestNumber()) + 1;
    CallAttempt counted = attempt.with(attempt.attempt().numbered(number));
    changedAttempts.add(attempt.id());
    order = order.counting(number, 0, replaced(counted));
    change(true);
    return counted;
  }

  /** Counts the attempts that were recorded while the order was gone. */
  public void countRecorded() {
    order = order.counting(highestNumber(), 0, order.attempts());
    change(true);
  }

  /** Attempts can have numbers that the order does not count yet; see {@link #countRecorded}. */
  private int highestNumber() {
    return order.attempts().stream().mapToInt(each -> each.attempt().number()).max().orElse(0);
  }

  /** Notes a refusal of the gateway, which uses up nothing. */
  public void countRefusal() {
    order = order.counting(order.attemptCount(), order.refusalsInRow() + 1, order.attempts());
    change(true);
  }

  /** Takes over what the client has edited. */
  void edit(OrderDocument document) {
    order = order.with(document);
    edited = true;
    change(true);
  }

  /** Announces something of one of the order's calls. */
  public void announceCall(UUID attemptId, EventType type) {
    events.add(announcements.ofCall(order, order.attempt(attemptId), type, now));
  }

  /** Announces something else that came about with the order, after what was announced so far. */
  public void announce(NewEvent event) {
    events.add(event);
    change(true);
  }

  private void announce(EventType type) {
    events.add(announcements.ofOrder(order, type, now));
  }

  /**
   * Notes a change.
   *
   * @param moves whether it moves the entity tag, which planning alone does not
   */
  private void change(boolean moves) {
    changed = true;
    moved |= moves;
  }

  private List<CallAttempt> replaced(CallAttempt attempt) {
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
    return !wasTerminal && order.state().status().terminal();
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
