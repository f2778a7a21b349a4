package eu.callorders.core.simulation;

import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderDecision;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderStatus;
import eu.callorders.core.order.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Orders, edits, cancels and bars at random, each in one transaction of some node. */
final class Client {
  private static final double CROSSING = 0.02;

  private final VirtualScheduler world;
  private final SimulatedStore store;
  private final List<SimulatedNode> nodes;
  private final RandomRequests wishes;
  private final List<Subject> persons;
  private final List<UUID> known = new ArrayList<>();
  private long orders;
  private Instant end = Instant.MIN;

  Client(
      VirtualScheduler world,
      SimulatedStore store,
      List<SimulatedNode> nodes,
      RandomRequests wishes,
      List<Subject> persons) {
    this.world = world;
    this.store = store;
    this.nodes = nodes;
    this.wishes = wishes;
    this.persons = persons;
  }

  /** Spreads what it will do over the days until then. */
  void actUntil(Instant last) {
    end = last;
    store.afterCommit(this::cross);
    Duration span = Duration.between(world.now(), end);
    repeat((int) world.between(10, 30), span, this::order);
    repeat(world.random.nextInt(16), span, this::edit);
    repeat(world.random.nextInt(6), span, this::cancel);
    repeat(world.random.nextInt(4), span, this::stop);
    repeat(world.random.nextInt(3), span, this::bar);
  }

  private void repeat(int times, Duration span, Runnable act) {
    for (int count = 0; count < times; count++) {
      world.at(world.now().plus(world.upTo(span)), act);
    }
  }

  private interface Work {
    /** Changes the order; false when nothing is to be saved. */
    boolean on(Transaction transaction, DecisionContext situation);
  }

  /** Often several at once for one person, or one that is to be dialled at once. */
  private void order() {
    Subject person = persons.get(world.random.nextInt(persons.size()));
    Instant now = person.tenant().now(world.now());
    RequestedTerms.Scheduling asked = wishes.scheduling(person, now);
    int count = 1 + world.random.nextInt(8) / 6;
    if (world.random.nextInt(4) == 0) { // all of a tenant at the same time
      persons.stream()
          .filter(each -> each.tenant() == person.tenant())
          .forEach(each -> order(each, asked, 1));
    } else {
      order(person, asked, count);
    }
  }

  private void order(Subject person, RequestedTerms.Scheduling asked, int count) {
    for (int each = 0; each < count; each++) {
      UUID id = new UUID(1, ++orders);
      transact(person, (transaction, situation) -> accept(transaction, person, id, asked));
    }
  }

  private boolean accept(
      Transaction transaction, Subject person, UUID id, RequestedTerms.Scheduling asked) {
    if (person.phones().stream().allMatch(phone -> store.barred(person, phone))) {
      return false; // subject_suppressed
    }
    Instant now = person.tenant().now(world.now());
    RequestedTerms terms = RequestedTerms.of(person.phones(), asked, now);
    OrderRow row = new OrderRow(id, person, terms, now, new OrderState.Accepted(), 0, 0, List.of());
    transaction.change(OrderUpdate.accepting(world, row, new DecisionContext(store, List.of(row))));
    known.add(id);
    world.tell(row.name(), "is ordered: " + terms);
    return true;
  }

  private void edit() {
    edit(some());
  }

  private void edit(@Nullable UUID id) {
    change(
        id,
        (change, situation) -> {
          OrderRow order = change.order();
          if (change.decide(new OrderCommand.Edit(situation.next(order)))
              instanceof OrderDecision.Accept) {
            RequestedTerms terms =
                RequestedTerms.of(
                    order.person().phones(),
                    wishes.scheduling(order.person(), change.now()),
                    order.createdAt());
            change.edit(terms);
            change.take(new OrderCommand.Edit(situation.next(change.order())));
            world.tell(order.name(), "is edited: " + terms);
          }
        });
  }

  private void cancel() {
    cancel(some());
  }

  private void cancel(@Nullable UUID id) {
    change(
        id,
        (change, situation) -> {
          OrderStatus before = change.order().status();
          OrderDecision decision = change.take(new OrderCommand.Cancel("changed our mind"));
          boolean pending = before == OrderStatus.ACCEPTED || before == OrderStatus.SCHEDULED;
          if (decision instanceof OrderDecision.Accept != pending) {
            throw new Violation("a pending order can be canceled", change.order(), decision);
          }
        });
  }

  private void stop() {
    stop(some());
  }

  private void stop(@Nullable UUID id) {
    StopReason reason = world.anyOf(StopReason.ENROLLMENT_CANCELED, StopReason.SEQUENCE_EXITED);
    change(id, (change, situation) -> change.take(new OrderCommand.Stop(reason)));
  }

  private @Nullable UUID some() {
    return known.isEmpty() ? null : known.get(world.random.nextInt(known.size()));
  }

  /** Now and then somebody means an order just when it is dialled, or about to be. */
  private void cross() {
    if (!world.now().isBefore(end) || !world.chance(CROSSING)) {
      return;
    }
    List<OrderRow> open = store.open().toList();
    if (!open.isEmpty()) {
      OrderRow order = open.get(world.random.nextInt(open.size()));
      Instant due =
          order.state() instanceof OrderState.Scheduled(var at)
              ? at.minus(order.tenant().clockOffset).plusMillis(world.between(-300, 300))
              : world.now().plusMillis(world.soon(20_000));
      UUID id = order.id();
      Runnable act =
          world.anyOf(() -> edit(id), () -> cancel(id), () -> stop(id), () -> bar(order.person()));
      world.at(due, act);
    }
  }

  private void change(@Nullable UUID id, BiConsumer<OrderUpdate, DecisionContext> edit) {
    if (id == null) {
      return;
    }
    OrderRow seen = store.find(id);
    if (seen == null) {
      return; // its commit is on its way, or has failed
    }
    transact(
        seen.person(),
        (transaction, ignored) -> {
          OrderRow order = store.order(id);
          DecisionContext situation = new DecisionContext(store, List.of(order));
          OrderUpdate change = new OrderUpdate(world, order, situation);
          edit.accept(change, situation);
          transaction.change(change);
          return change.changed();
        });
  }

  /** A do-not-call entry of the person, or of one number. */
  private void bar() {
    bar(persons.get(world.random.nextInt(persons.size())));
  }

  private void bar(Subject person) {
    String phone = person.phones().get(world.random.nextInt(person.phones().size()));
    boolean whole = world.random.nextBoolean();
    transact(
        person,
        (transaction, ignored) -> {
          List<OrderRow> rows = store.of(person).filter(OrderRow::open).toList();
          DecisionContext situation = new DecisionContext(store, rows);
          transaction.enter(whole ? person.lock() : person.numberLock(phone));
          for (OrderRow row : whole ? rows : List.<OrderRow>of()) {
            OrderUpdate change = new OrderUpdate(world, row, situation);
            change.take(new OrderCommand.Stop(StopReason.SUPPRESSED));
            transaction.change(change);
          }
          return true;
        },
        whole ? List.of() : List.of(person.numberLock(phone)));
  }

  private void transact(Subject person, Work work) {
    transact(person, work, List.of());
  }

  private void transact(Subject person, Work work, List<String> numbers) {
    SimulatedNode node = nodes.get(world.random.nextInt(nodes.size()));
    if (!node.up()) {
      return;
    }
    Transaction transaction = store.begin(node);
    transaction.lock(
        List.of(person.lock()),
        () -> transaction.lock(numbers, () -> work(node, transaction, work), () -> {}),
        () -> {});
  }

  private void work(SimulatedNode node, Transaction transaction, Work work) {
    if (work.on(transaction, null)) {
      node.after(node.step(100), () -> transaction.commit(committed -> {}));
    } else {
      transaction.rollBack();
    }
  }
}
