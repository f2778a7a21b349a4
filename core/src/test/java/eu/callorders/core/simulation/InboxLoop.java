package eu.callorders.core.simulation;

import eu.callorders.core.dial.AttemptEventHandler;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Applies incoming updates of attempts and their consequences. */
final class InboxLoop extends Loop {
  private static final int BATCH = 50;

  private final DialerLoop dialer;
  private final Deque<PendingUpdate> parcels = new ArrayDeque<>();

  private record PendingUpdate(AttemptUpdate update, Runnable stored) {}

  InboxLoop(SimulatedNode node, SimulatedStore store, DialerLoop dialer) {
    super(node, store);
    this.dialer = dialer;
  }

  void add(AttemptUpdate update, Runnable stored) {
    parcels.add(new PendingUpdate(update, stored));
    wake(0);
  }

  @Override
  void round() {
    List<PendingUpdate> batch = new ArrayList<>();
    while (!parcels.isEmpty() && batch.size() < BATCH) {
      batch.add(parcels.poll());
    }
    if (batch.isEmpty()) {
      finished(false);
      return;
    }
    Transaction transaction = store.begin(node);
    node.after(node.step(10), () -> lock(transaction, batch));
  }

  private void lock(Transaction transaction, List<PendingUpdate> batch) {
    List<String> subjectLocks =
        batch.stream()
            .map(parcel -> store.owner(parcel.update().attemptId()))
            .map(id -> store.order(id).subject().lock())
            .toList();
    transaction.lock(subjectLocks, () -> open(transaction, batch), () -> retry(batch));
  }

  private void open(Transaction transaction, List<PendingUpdate> batch) {
    Map<UUID, OrderUpdate> changes = new LinkedHashMap<>();
    List<OrderRow> loaded =
        batch.stream()
            .map(parcel -> store.owner(parcel.update().attemptId()))
            .distinct()
            .map(store::order)
            .toList();
    DecisionContext context = new DecisionContext(store, loaded);
    loaded.forEach(order -> changes.put(order.id(), new OrderUpdate(world, order, context)));
    node.after(node.step(20), () -> take(transaction, batch, changes, context));
  }

  private void take(
      Transaction transaction,
      List<PendingUpdate> batch,
      Map<UUID, OrderUpdate> changes,
      DecisionContext context) {
    for (PendingUpdate parcel : batch) {
      take(changes.get(store.owner(parcel.update().attemptId())), parcel.update());
    }
    List<OrderUpdate> all = new ArrayList<>(changes.values());
    List<String> phoneLocks = new ArrayList<>();
    for (OrderUpdate change : List.copyOf(all)) {
      for (UUID objection : change.objections()) {
        Subject subject = change.order().subject();
        phoneLocks.add(subject.phoneLock(change.attempt(objection).phone()));
        transaction.addSuppression(subject.lock());
        stopPending(subject, change.now(), all, context);
      }
      for (UUID refused : change.refused()) {
        transaction.dial(
            SimulatedStore.dayKey(
                change.order().tenant(), change.order().attempt(refused).intent().dialDay()),
            -1);
      }
    }
    phoneLocks.forEach(transaction::addSuppression);
    all.forEach(transaction::change);
    transaction.lock(phoneLocks, () -> commit(transaction, batch), () -> retry(batch));
  }

  private static void take(OrderUpdate change, AttemptUpdate update) {
    AttemptEventHandler handler = new AttemptEventHandler(change, update.attemptId());
    switch (update) {
      case AttemptUpdate.PlaceAnswered(var _, var result) -> handler.handlePlaceResult(result);
      case AttemptUpdate.EventReceived(var event) -> handler.handleEvent(event);
      case AttemptUpdate.Lost _ -> handler.markLost();
      case AttemptUpdate.Overdue _ -> handler.markReportOverdue();
    }
  }

  private void stopPending(
      Subject subject, Instant now, List<OrderUpdate> open, DecisionContext context) {
    for (OrderRow order : store.of(subject).toList()) {
      Optional<OrderUpdate> opened =
          open.stream().filter(change -> change.order().id().equals(order.id())).findFirst();
      OrderUpdate change = opened.orElseGet(() -> new OrderUpdate(world, order, context, now));
      change.take(new OrderCommand.Stop(StopReason.SUPPRESSED));
      if (opened.isEmpty()) {
        open.add(change);
      }
    }
  }

  private void commit(Transaction transaction, List<PendingUpdate> batch) {
    node.after(
        node.step(30),
        () ->
            transaction.commit(
                committed -> {
                  if (committed) {
                    batch.forEach(parcel -> parcel.stored().run());
                    dialer.wake(1);
                    finished(true);
                  } else {
                    retry(batch);
                  }
                }));
  }

  private void retry(List<PendingUpdate> batch) {
    batch.reversed().forEach(parcels::addFirst);
    failed();
  }

  @Override
  Optional<Instant> nextDue() {
    return parcels.isEmpty() ? Optional.empty() : Optional.of(world.now());
  }
}
