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

/** Stores what has come in about attempts, and what follows from it. */
final class InboxLoop extends Loop {
  private static final int BATCH = 50;

  private final DialerLoop dialer;
  private final Deque<Parcel> parcels = new ArrayDeque<>();

  private record Parcel(AttemptUpdate news, Runnable stored) {}

  InboxLoop(SimulatedNode node, SimulatedStore store, DialerLoop dialer) {
    super(node, store);
    this.dialer = dialer;
  }

  void add(AttemptUpdate news, Runnable stored) {
    parcels.add(new Parcel(news, stored));
    wake(0);
  }

  @Override
  void round() {
    List<Parcel> taken = new ArrayList<>();
    while (!parcels.isEmpty() && taken.size() < BATCH) {
      taken.add(parcels.poll());
    }
    if (taken.isEmpty()) {
      finished(false);
      return;
    }
    Transaction transaction = store.begin(node);
    node.after(node.step(10), () -> lock(transaction, taken));
  }

  private void lock(Transaction transaction, List<Parcel> taken) {
    List<String> persons =
        taken.stream()
            .map(parcel -> store.owner(parcel.news().attemptId()))
            .map(id -> store.order(id).person().lock())
            .toList();
    transaction.lock(persons, () -> open(transaction, taken), () -> again(taken));
  }

  private void open(Transaction transaction, List<Parcel> taken) {
    Map<UUID, OrderUpdate> changes = new LinkedHashMap<>();
    List<OrderRow> loaded =
        taken.stream()
            .map(parcel -> store.owner(parcel.news().attemptId()))
            .distinct()
            .map(store::order)
            .toList();
    DecisionContext situation = new DecisionContext(store, loaded);
    loaded.forEach(order -> changes.put(order.id(), new OrderUpdate(world, order, situation)));
    node.after(node.step(20), () -> take(transaction, taken, changes, situation));
  }

  private void take(
      Transaction transaction,
      List<Parcel> taken,
      Map<UUID, OrderUpdate> changes,
      DecisionContext situation) {
    for (Parcel parcel : taken) {
      take(changes.get(store.owner(parcel.news().attemptId())), parcel.news());
    }
    List<OrderUpdate> all = new ArrayList<>(changes.values());
    List<String> numbers = new ArrayList<>();
    for (OrderUpdate change : List.copyOf(all)) {
      for (UUID objection : change.objections()) {
        Subject person = change.order().person();
        numbers.add(person.numberLock(change.attempt(objection).to()));
        transaction.enter(person.lock());
        stopPending(person, change.now(), all, situation);
      }
      for (UUID refused : change.refused()) {
        transaction.dial(
            SimulatedStore.dayKey(
                change.order().tenant(), change.order().attempt(refused).intent().dialDay()),
            -1);
      }
    }
    numbers.forEach(transaction::enter);
    all.forEach(transaction::change);
    transaction.lock(numbers, () -> commit(transaction, taken), () -> again(taken));
  }

  private static void take(OrderUpdate change, AttemptUpdate news) {
    AttemptEventHandler course = new AttemptEventHandler(change, news.attemptId());
    switch (news) {
      case AttemptUpdate.PlaceAnswered(var _, var answer) -> course.answered(answer);
      case AttemptUpdate.EventReceived(var event) -> course.told(event);
      case AttemptUpdate.Lost _ -> course.lost();
      case AttemptUpdate.Overdue _ -> course.overdue();
    }
  }

  private void stopPending(
      Subject person, Instant now, List<OrderUpdate> open, DecisionContext situation) {
    for (OrderRow order : store.of(person).toList()) {
      Optional<OrderUpdate> opened =
          open.stream().filter(change -> change.order().id().equals(order.id())).findFirst();
      OrderUpdate change = opened.orElseGet(() -> new OrderUpdate(world, order, situation, now));
      change.take(new OrderCommand.Stop(StopReason.SUPPRESSED));
      if (opened.isEmpty()) {
        open.add(change);
      }
    }
  }

  private void commit(Transaction transaction, List<Parcel> taken) {
    node.after(
        node.step(30),
        () ->
            transaction.commit(
                committed -> {
                  if (committed) {
                    taken.forEach(parcel -> parcel.stored().run());
                    dialer.wake(1);
                    finished(true);
                  } else {
                    again(taken);
                  }
                }));
  }

  private void again(List<Parcel> taken) {
    taken.reversed().forEach(parcels::addFirst);
    failed();
  }

  @Override
  Optional<Instant> nextDue() {
    return parcels.isEmpty() ? Optional.empty() : Optional.of(world.now());
  }
}
