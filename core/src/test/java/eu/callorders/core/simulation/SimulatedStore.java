package eu.callorders.core.simulation;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.order.Callee.LastContact;
import eu.callorders.core.order.PastAttempt;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Committed rows and locks. Transactions read committed rows, like those of the service. */
final class SimulatedStore {
  final VirtualScheduler world;
  final Faults faults;
  final Invariants invariants;
  private final Map<UUID, OrderRow> orders = new LinkedHashMap<>();
  private final Map<UUID, UUID> owners = new HashMap<>();
  private final Map<String, List<UUID>> ordersOf = new HashMap<>();
  private final Map<UUID, OrderRow> open = new LinkedHashMap<>();
  private final Map<String, Integer> dials = new HashMap<>();
  private final Map<String, Integer> quotas = new HashMap<>();
  private final Set<String> suppressed = new HashSet<>();
  private final Map<String, Transaction> locks = new HashMap<>();
  private final List<Transaction> running = new ArrayList<>();
  private final List<Runnable> committed = new ArrayList<>();
  private long attempts;
  private Instant unavailableUntil = Instant.MIN;

  SimulatedStore(VirtualScheduler world, Faults faults, Invariants invariants) {
    this.world = world;
    this.faults = faults;
    this.invariants = invariants;
  }

  record History(@Nullable LastContact lastContact, boolean busy, int contacts) {}

  void afterCommit(Runnable callback) {
    committed.add(callback);
  }

  void startOutage(long millis) {
    world.trace("database", "goes away for " + millis + " ms");
    unavailableUntil = world.now().plusMillis(millis);
    List.copyOf(running).forEach(Transaction::kill);
  }

  boolean isUnavailable() {
    return world.now().isBefore(unavailableUntil);
  }

  Transaction begin(SimulatedNode node) {
    Transaction transaction = new Transaction(this, node);
    running.add(transaction);
    return transaction;
  }

  /** Ends the transactions of a crashed node, except commits already sent. */
  void abandon(SimulatedNode node) {
    List.copyOf(running).stream().filter(each -> each.of(node)).forEach(Transaction::nodeCrashed);
  }

  void endIdle(SimulatedNode node) {
    List.copyOf(running).stream().filter(each -> each.of(node)).forEach(Transaction::kill);
  }

  boolean tryLock(String name, Transaction transaction) {
    Transaction holder = locks.putIfAbsent(name, transaction);
    return holder == null || holder == transaction;
  }

  void ended(Transaction transaction) {
    running.remove(transaction);
    locks.values().removeIf(holder -> holder == transaction);
  }

  void write(Transaction transaction) {
    for (String entry : transaction.suppressions()) {
      suppressed.add(entry);
      world.trace("list", "suppresses " + entry);
    }
    transaction.dials().forEach((day, more) -> dials.merge(day, more, Integer::sum));
    transaction.changes().forEach(this::write);
    transaction.leases().forEach(this::lease);
    invariants.afterCommit(this, transaction);
    committed.forEach(Runnable::run);
  }

  private void write(OrderUpdate update) {
    OrderRow after = update.order();
    OrderRow before = orders.get(after.id());
    if (update.changed()) {
      put(after);
      invariants.order(this, before, update);
    }
  }

  private void put(OrderRow row) {
    if (orders.put(row.id(), row) == null) {
      ordersOf.computeIfAbsent(row.subject().name(), ignored -> new ArrayList<>()).add(row.id());
    }
    row.attempts().forEach(attempt -> owners.put(attempt.id(), row.id()));
    if (row.open() || row.attempts().stream().anyMatch(each -> isPending(each))) {
      open.put(row.id(), row);
    } else {
      open.remove(row.id());
    }
  }

  private static boolean isPending(AttemptRow attempt) {
    return attempt.reconcileAt() != null || attempt.reportDueAt() != null;
  }

  /** Postpones the query of an attempt, without the subject's lock. */
  private void lease(UUID attemptId, Instant checkAt) {
    OrderRow row = orders.get(owners.get(attemptId));
    AttemptRow attempt = row.attempt(attemptId);
    if (attempt.reconcileAt() != null) {
      put(row.with(attempt.withDeadlines(attempt.reportDueAt(), checkAt)));
    }
  }

  @Nullable OrderRow find(UUID orderId) {
    return orders.get(orderId);
  }

  OrderRow order(UUID orderId) {
    return Objects.requireNonNull(orders.get(orderId));
  }

  @Nullable UUID owner(UUID attemptId) {
    return owners.get(attemptId);
  }

  /** Open orders, and orders with pending attempts. */
  Stream<OrderRow> open() {
    return open.values().stream();
  }

  Stream<OrderRow> all() {
    return orders.values().stream();
  }

  Stream<OrderRow> of(Subject subject) {
    return ordersOf.getOrDefault(subject.name(), List.of()).stream().map(orders::get);
  }

  long nextAttempt() {
    return ++attempts;
  }

  boolean suppressed(String entry) {
    return suppressed.contains(entry);
  }

  boolean suppressed(Subject subject) {
    return suppressed(subject.lock());
  }

  boolean suppressed(Subject subject, PhoneNumber phone) {
    return suppressed(subject) || suppressed(subject.phoneLock(phone));
  }

  History history(Subject subject, LocalDate today) {
    List<AttemptRow> attempts = of(subject).flatMap(order -> order.attempts().stream()).toList();
    LastContact last =
        of(subject)
            .flatMap(order -> order.history().stream())
            .max(Comparator.comparing(PastAttempt::endedAt))
            .map(past -> new LastContact(past.endedAt(), past.cause()))
            .orElse(null);
    int contacts = 0;
    boolean busy = false;
    for (AttemptRow attempt : attempts) {
      busy |= attempt.attempt().status().running();
      contacts += attempt.intent().contactDay().equals(today) && !attempt.refused() ? 1 : 0;
    }
    return new History(last, busy, contacts);
  }

  int dials(SimTenant tenant, LocalDate day) {
    quotas.put(dayKey(tenant, day), tenant.dialsPerDay);
    return dials.getOrDefault(dayKey(tenant, day), 0);
  }

  /** The counters match the rows and stay within the quota. */
  void checkDials(Map<String, Integer> counted) {
    dials.forEach(
        (day, count) -> {
          if (count != counted.getOrDefault(day, 0)) {
            throw new Violation(
                "dial counter differs from the rows",
                day + ": " + count + ", but " + counted.get(day));
          }
          if (count > quotas.get(day)) {
            throw new Violation("dials per day exceeded", day + ": " + count);
          }
        });
  }

  static String dayKey(SimTenant tenant, LocalDate day) {
    return tenant.name + " " + day;
  }

  boolean phoneBusy(SimTenant tenant, PhoneNumber phone) {
    return open()
        .filter(order -> order.tenant() == tenant)
        .flatMap(order -> order.attempts().stream())
        .anyMatch(
            attempt ->
                attempt.attempt().status().running() && attempt.attempt().phone().equals(phone));
  }

  int running(SimTenant tenant) {
    return (int)
        open()
            .filter(order -> order.tenant() == tenant)
            .flatMap(order -> order.attempts().stream())
            .filter(attempt -> attempt.attempt().status().running())
            .count();
  }
}
