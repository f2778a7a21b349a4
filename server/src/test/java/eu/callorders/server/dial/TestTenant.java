package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.database.Locks;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TestClock;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A tenant of one test, with its own clock. */
final class TestTenant {
  private static final String SUPPRESSIONS =
      "SELECT count(*) FROM suppression WHERE tenant_id = $1";

  private static final String DIALS = "SELECT sum(dials) FROM dial_count WHERE tenant_id = $1";

  private final DialFixture house;
  private final UUID id;
  private final AtomicInteger persons = new AtomicInteger();
  private final Map<MagicLine, AtomicInteger> numbers = new EnumMap<>(MagicLine.class);

  TestTenant(DialFixture house, UUID id) {
    this.house = house;
    this.id = id;
  }

  DialFixture house() {
    return house;
  }

  UUID id() {
    return id;
  }

  String newPerson() {
    return "person-" + persons.incrementAndGet();
  }

  synchronized String newNumber(MagicLine line) {
    return line.number(
        numbers.computeIfAbsent(line, unused -> new AtomicInteger()).getAndIncrement());
  }

  OrderDraft anOrder() {
    return new OrderDraft(this);
  }

  PlacedOrder place(ObjectNode json) {
    return new PlacedOrder(this, house.accept(id, json));
  }

  Instant now() {
    return clock().now();
  }

  TestClock.ClockState clock() {
    return house
        .database
        .asWorker(connection -> house.clocks.read(connection, id))
        .await()
        .orElseThrow();
  }

  /** Moves the clock at once, without stopping for due work. */
  void jump(Duration by) {
    Instant there = now().plus(by);
    house.database.asWorker(connection -> house.clocks.moveTo(connection, id, there)).await();
  }

  /** Starts an advance of the clock. */
  void startWalk(Instant target) {
    house.database.asWorker(connection -> house.clocks.advanceTo(connection, id, target)).await();
    house.wakeWalker();
  }

  /** Advances the clock and waits for the end of the advance. */
  void walk(Duration by) {
    walkTo(now().plus(by));
  }

  void walkTo(Instant target) {
    startWalk(target);
    Await.until("the advance to " + target + " ends", () -> clock().target().isEmpty());
  }

  /** Holds the lock of a subject. */
  HeldLocks holdPerson(String reference) {
    return hold(Locks.person(id, reference));
  }

  /** Holds the lock of a phone. */
  HeldLocks holdNumber(String phone) {
    return hold(Locks.number(id, phone));
  }

  /** Blocks dialers of this tenant after they have acquired their other locks. */
  HeldLocks holdChannels() {
    return hold(Locks.channels(id));
  }

  private HeldLocks hold(String lock) {
    return HeldLocks.of(house.vertx, house.testDatabase, lock);
  }

  /** Inserts a suppression in the transaction that holds the locks. */
  void suppress(HeldLocks locks, String phone, String reference) {
    Suppression entry =
        new Suppression(
            UUID.randomUUID(), id, phone, reference, Suppression.Source.API, null, null, now());
    locks
        .connection()
        .preparedQuery("SELECT set_config('app.tenant', $1, true)")
        .execute(Tuple.of(id.toString()))
        .compose(known -> house.suppressions.insert(locks.connection(), entry))
        .await();
  }

  void changeQuotas(UnaryOperator<Tenant.TenantQuotas> change) {
    house.change(id, tenant -> TestTenants.with(tenant, change.apply(tenant.quotas())));
  }

  void disable(boolean disabled) {
    house.change(id, tenant -> TestTenants.with(tenant, disabled));
  }

  /** Sets the contract's {@code calling_hours}. */
  void callingHours(String json) {
    house.change(id, tenant -> TestTenants.with(tenant, json));
  }

  void keepNoTranscripts() {
    house.change(id, TestTenants::withoutTranscripts);
  }

  /** The number of counted dials over all days. */
  long dials() {
    Long dials = house.query(DIALS, id).getFirst().getLong(0);
    return dials == null ? 0 : dials;
  }

  long suppressions() {
    return house.query(SUPPRESSIONS, id).getFirst().getLong(0);
  }

  /** Waits until all orders have ended. */
  void awaitEnds(List<PlacedOrder> orders) {
    Await.until(
        "all orders end",
        () ->
            house
                    .query(
                        "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND ended_at IS NULL"
                            + " AND id = ANY ($2)",
                        id,
                        orders.stream().map(PlacedOrder::id).toArray(UUID[]::new))
                    .getFirst()
                    .getLong(0)
                == 0);
  }
}
