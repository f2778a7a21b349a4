package eu.callorders.core.simulation;

import eu.callorders.core.call.PhoneNumber;
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

/** Orders, edits, cancels and suppresses at random, each in one transaction of a random node. */
final class Client {
  private static final double INTERFERENCE_RATE = 0.02;

  private final VirtualScheduler world;
  private final SimulatedStore store;
  private final List<SimulatedNode> nodes;
  private final RandomRequests requests;
  private final List<Subject> subjects;
  private final List<UUID> acceptedOrders = new ArrayList<>();
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
    this.requests = wishes;
    this.subjects = persons;
  }

  void actUntil(Instant last) {
    end = last;
    store.afterCommit(this::interfere);
    Duration span = Duration.between(world.now(), end);
    repeat((int) world.between(10, 30), span, this::order);
    repeat(world.random.nextInt(16), span, this::edit);
    repeat(world.random.nextInt(6), span, this::cancel);
    repeat(world.random.nextInt(4), span, this::stop);
    repeat(world.random.nextInt(3), span, this::suppress);
  }

  private void repeat(int times, Duration span, Runnable action) {
    for (int count = 0; count < times; count++) {
      world.at(world.now().plus(world.upTo(span)), action);
    }
  }

  private interface Work {
    /** Changes the order; false when nothing is to be saved. */
    boolean apply(Transaction transaction, DecisionContext context);
  }

  /** Often several at once for one person, or for all persons of a tenant. */
  private void order() {
    Subject subject = subjects.get(world.random.nextInt(subjects.size()));
    Instant now = subject.tenant().now(world.now());
    RequestedTerms.SchedulingRequest scheduling = requests.scheduling(subject, now);
    int count = 1 + world.random.nextInt(8) / 6;
    if (world.random.nextInt(4) == 0) { // all of a tenant at the same time
      subjects.stream()
          .filter(each -> each.tenant() == subject.tenant())
          .forEach(each -> order(each, scheduling, 1));
    } else {
      order(subject, scheduling, count);
    }
  }

  private void order(Subject subject, RequestedTerms.SchedulingRequest scheduling, int count) {
    for (int each = 0; each < count; each++) {
      UUID id = new UUID(1, ++orders);
      transact(subject, (transaction, context) -> accept(transaction, subject, id, scheduling));
    }
  }

  private boolean accept(
      Transaction transaction,
      Subject subject,
      UUID id,
      RequestedTerms.SchedulingRequest scheduling) {
    if (subject.phones().stream().allMatch(phone -> store.suppressed(subject, phone))) {
      return false; // subject_suppressed
    }
    Instant now = subject.tenant().now(world.now());
    RequestedTerms terms = RequestedTerms.of(subject.phones(), scheduling, now);
    OrderRow row =
        new OrderRow(id, subject, terms, now, new OrderState.Accepted(), 0, 0, List.of());
    transaction.change(OrderUpdate.accepting(world, row, new DecisionContext(store, List.of(row))));
    acceptedOrders.add(id);
    world.trace(row.name(), "is ordered: " + terms);
    return true;
  }

  private void edit() {
    edit(randomOrder());
  }

  private void edit(@Nullable UUID id) {
    change(
        id,
        (update, context) -> {
          OrderRow order = update.order();
          if (update.decide(new OrderCommand.Edit(context.nextAttempt(order)))
              instanceof OrderDecision.Accept) {
            RequestedTerms terms =
                RequestedTerms.of(
                    order.subject().phones(),
                    requests.scheduling(order.subject(), update.now()),
                    order.createdAt());
            update.edit(terms);
            update.take(new OrderCommand.Edit(context.nextAttempt(update.order())));
            world.trace(order.name(), "is edited: " + terms);
          }
        });
  }

  private void cancel() {
    cancel(randomOrder());
  }

  private void cancel(@Nullable UUID id) {
    change(
        id,
        (update, context) -> {
          OrderStatus before = update.order().status();
          OrderDecision decision = update.take(new OrderCommand.Cancel("changed our mind"));
          boolean pending = before == OrderStatus.ACCEPTED || before == OrderStatus.SCHEDULED;
          if (decision instanceof OrderDecision.Accept != pending) {
            throw new Violation(
                "cancel is accepted exactly while pending", update.order(), decision);
          }
        });
  }

  private void stop() {
    stop(randomOrder());
  }

  private void stop(@Nullable UUID id) {
    StopReason reason = world.anyOf(StopReason.ENROLLMENT_CANCELED, StopReason.SEQUENCE_EXITED);
    change(id, (update, context) -> update.take(new OrderCommand.Stop(reason)));
  }

  private @Nullable UUID randomOrder() {
    return acceptedOrders.isEmpty()
        ? null
        : acceptedOrders.get(world.random.nextInt(acceptedOrders.size()));
  }

  /** Occasionally acts on an order at the moment it is dialed, or about to be. */
  private void interfere() {
    if (!world.now().isBefore(end) || !world.chance(INTERFERENCE_RATE)) {
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
      Runnable action =
          world.anyOf(
              () -> edit(id), () -> cancel(id), () -> stop(id), () -> suppress(order.subject()));
      world.at(due, action);
    }
  }

  private void change(@Nullable UUID id, BiConsumer<OrderUpdate, DecisionContext> edit) {
    if (id == null) {
      return;
    }
    OrderRow stored = store.find(id);
    if (stored == null) {
      return; // its commit is pending, or has failed
    }
    transact(
        stored.subject(),
        (transaction, ignored) -> {
          OrderRow order = store.order(id);
          DecisionContext context = new DecisionContext(store, List.of(order));
          OrderUpdate update = new OrderUpdate(world, order, context);
          edit.accept(update, context);
          transaction.change(update);
          return update.changed();
        });
  }

  private void suppress() {
    suppress(subjects.get(world.random.nextInt(subjects.size())));
  }

  private void suppress(Subject subject) {
    PhoneNumber phone = subject.phones().get(world.random.nextInt(subject.phones().size()));
    boolean wholeSubject = world.random.nextBoolean();
    transact(
        subject,
        (transaction, ignored) -> {
          List<OrderRow> rows = store.of(subject).filter(OrderRow::open).toList();
          DecisionContext context = new DecisionContext(store, rows);
          transaction.addSuppression(wholeSubject ? subject.lock() : subject.phoneLock(phone));
          for (OrderRow row : wholeSubject ? rows : List.<OrderRow>of()) {
            OrderUpdate update = new OrderUpdate(world, row, context);
            update.take(new OrderCommand.Stop(StopReason.SUPPRESSED));
            transaction.change(update);
          }
          return true;
        },
        wholeSubject ? List.of() : List.of(subject.phoneLock(phone)));
  }

  private void transact(Subject subject, Work work) {
    transact(subject, work, List.of());
  }

  private void transact(Subject subject, Work work, List<String> phoneLocks) {
    SimulatedNode node = nodes.get(world.random.nextInt(nodes.size()));
    if (!node.up()) {
      return;
    }
    Transaction transaction = store.begin(node);
    transaction.lock(
        List.of(subject.lock()),
        () -> transaction.lock(phoneLocks, () -> work(node, transaction, work), () -> {}),
        () -> {});
  }

  private void work(SimulatedNode node, Transaction transaction, Work work) {
    if (work.apply(transaction, null)) {
      node.after(node.step(100), () -> transaction.commit(committed -> {}));
    } else {
      transaction.rollBack();
    }
  }
}
