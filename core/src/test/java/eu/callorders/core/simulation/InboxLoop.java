package eu.callorders.core.simulation;

import eu.callorders.core.dial.AttemptCourse;
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

  private record Parcel(News news, Runnable stored) {}

  InboxLoop(Node node, Store store, DialerLoop dialer) {
    super(node, store);
    this.dialer = dialer;
  }

  void add(News news, Runnable stored) {
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
    Map<UUID, Change> changes = new LinkedHashMap<>();
    List<OrderRow> loaded =
        taken.stream()
            .map(parcel -> store.owner(parcel.news().attemptId()))
            .distinct()
            .map(store::order)
            .toList();
    Situation situation = new Situation(store, loaded);
    loaded.forEach(order -> changes.put(order.id(), new Change(world, order, situation)));
    node.after(node.step(20), () -> take(transaction, taken, changes, situation));
  }

  private void take(
      Transaction transaction, List<Parcel> taken, Map<UUID, Change> changes, Situation situation) {
    for (Parcel parcel : taken) {
      take(changes.get(store.owner(parcel.news().attemptId())), parcel.news());
    }
    List<Change> all = new ArrayList<>(changes.values());
    List<String> numbers = new ArrayList<>();
    for (Change change : List.copyOf(all)) {
      for (UUID objection : change.objections()) {
        Person person = change.order().person();
        numbers.add(person.numberLock(change.attempt(objection).to()));
        transaction.enter(person.lock());
        stopPending(person, change.now(), all, situation);
      }
      for (UUID refused : change.refused()) {
        transaction.dial(
            Store.dayKey(
                change.order().tenant(), change.order().attempt(refused).intent().dialDay()),
            -1);
      }
    }
    numbers.forEach(transaction::enter);
    all.forEach(transaction::change);
    transaction.lock(numbers, () -> commit(transaction, taken), () -> again(taken));
  }

  private static void take(Change change, News news) {
    AttemptCourse course = new AttemptCourse(change, news.attemptId());
    switch (news) {
      case News.Answer(var _, var answer) -> course.answered(answer);
      case News.Told(var event) -> course.told(event);
      case News.Lost _ -> course.lost();
      case News.Overdue _ -> course.overdue();
    }
  }

  private void stopPending(Person person, Instant now, List<Change> open, Situation situation) {
    for (OrderRow order : store.of(person).toList()) {
      Optional<Change> opened =
          open.stream().filter(change -> change.order().id().equals(order.id())).findFirst();
      Change change = opened.orElseGet(() -> new Change(world, order, situation, now));
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
