package eu.callorders.core.simulation;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.dial.LostAttemptPolicy;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.QueryResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Queries silent attempts, ends overdue ones and cancels stopped ones. */
final class ReconcilerLoop extends Loop {
  private static final Duration QUERY_INTERVAL = Duration.ofSeconds(10);
  private static final Duration STOP_INTERVAL = Duration.ofSeconds(5);

  private final Gateway gateway;
  private final InboxLoop inbox;
  private final Map<UUID, Instant> stopRequestedAt = new HashMap<>();
  private boolean started;

  ReconcilerLoop(SimulatedNode node, SimulatedStore store, Gateway gateway, InboxLoop inbox) {
    super(node, store);
    this.gateway = gateway;
    this.inbox = inbox;
  }

  @Override
  void round() {
    List<AttemptRow> silent =
        attempts()
            .filter(each -> each.reconcileAt() != null)
            .filter(each -> !started || !each.reconcileAt().isAfter(world.now()))
            .toList();
    boolean unreported = !unreported().toList().isEmpty();
    if (silent.isEmpty() && !unreported && stopping().findAny().isEmpty()) {
      started = true;
      finished(false);
      return;
    }
    Transaction transaction = store.begin(node);
    silent.forEach(each -> transaction.lease(each.id(), world.now().plus(QUERY_INTERVAL)));
    node.after(
        node.step(20),
        () ->
            transaction.commit(
                committed -> {
                  if (committed) {
                    started = true;
                    silent.forEach(this::query);
                    unreported().forEach(id -> inbox.add(new AttemptUpdate.Overdue(id), () -> {}));
                    stop();
                    node.after(POLL_MILLIS, () -> finished(false));
                  } else {
                    failed();
                  }
                }));
  }

  private Stream<AttemptRow> attempts() {
    return store.open().flatMap(order -> order.attempts().stream());
  }

  private Stream<UUID> unreported() {
    return store
        .open()
        .flatMap(
            order ->
                order.attempts().stream()
                    .filter(
                        each ->
                            each.reportDueAt() != null
                                && !each.reportDueAt().isAfter(order.tenant().now(world.now()))))
        .map(AttemptRow::id);
  }

  private Stream<AttemptRow> stopping() {
    return store
        .open()
        .flatMap(
            order ->
                order.state() instanceof OrderState.Dialing(var attemptId, var stop) && stop != null
                    ? Stream.of(order.attempt(attemptId))
                    : Stream.empty())
        .filter(each -> each.attempt().status().compareTo(AttemptStatus.ANSWERED) < 0);
  }

  private void stop() {
    List<AttemptRow> toStop = stopping().toList();
    stopRequestedAt.keySet().retainAll(toStop.stream().map(AttemptRow::id).toList());
    for (AttemptRow attempt : toStop) {
      Instant requestedAt = stopRequestedAt.get(attempt.id());
      if (requestedAt == null || requestedAt.plus(STOP_INTERVAL).isBefore(world.now())) {
        stopRequestedAt.put(attempt.id(), world.now());
        gateway.cancel(attempt.id(), result -> {});
      }
    }
  }

  private void query(AttemptRow attempt) {
    Instant queriedAt = world.now();
    gateway.query(node, attempt.id(), result -> take(attempt, queriedAt, result));
  }

  private void take(AttemptRow attempt, Instant queriedAt, QueryResult result) {
    if (result instanceof QueryResult.Found(var ref, var events)) {
      inbox.add(
          new AttemptUpdate.PlaceAnswered(attempt.id(), new PlaceResult.Accepted(ref)), () -> {});
      events.forEach(event -> inbox.add(new AttemptUpdate.EventReceived(event), () -> {}));
    }
    if (LostAttemptPolicy.isLost(result, queriedAt, attempt.intent().notAfter())) {
      inbox.add(new AttemptUpdate.Lost(attempt.id()), () -> {});
    }
  }

  @Override
  Optional<Instant> nextDue() {
    Stream<Instant> checks =
        attempts().filter(each -> each.reconcileAt() != null).map(AttemptRow::reconcileAt);
    Stream<Instant> reports =
        store
            .open()
            .flatMap(
                order ->
                    order.attempts().stream()
                        .filter(each -> each.reportDueAt() != null)
                        .map(each -> each.reportDueAt().minus(order.tenant().clockOffset)));
    Stream<Instant> stops = stopping().map(each -> world.now().plus(STOP_INTERVAL));
    return Stream.of(checks, reports, stops).flatMap(each -> each).min(Comparator.naturalOrder());
  }
}
