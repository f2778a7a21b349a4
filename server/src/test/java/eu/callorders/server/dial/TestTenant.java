package eu.callorders.server.dial;

import static eu.callorders.server.TestNode.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.capacity.CounterCheck;
import eu.callorders.server.database.Locks;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.tenant.TestQuotas;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A tenant of one test, with its own clock. */
final class TestTenant {
  private static final String SUPPRESSIONS =
      "SELECT count(*) FROM suppression WHERE tenant_id = $1";

  private static final String DIALS = "SELECT sum(dials) FROM dial_count WHERE tenant_id = $1";

  private final DialFixture fixture;
  private final UUID id;
  private final AtomicInteger subjectCount = new AtomicInteger();
  private final Map<MagicLine, AtomicInteger> usedNumbers = new EnumMap<>(MagicLine.class);

  TestTenant(DialFixture house, UUID id) {
    this.fixture = house;
    this.id = id;
  }

  DialFixture fixture() {
    return fixture;
  }

  UUID id() {
    return id;
  }

  String newSubject() {
    return "person-" + subjectCount.incrementAndGet();
  }

  synchronized String newPhone(MagicLine line) {
    return line.number(
        usedNumbers.computeIfAbsent(line, unused -> new AtomicInteger()).getAndIncrement());
  }

  OrderDraft anOrder() {
    return new OrderDraft(this);
  }

  PlacedOrder place(ObjectNode json) {
    return new PlacedOrder(this, fixture.orders.accept(id, json));
  }

  Instant now() {
    return clock().now();
  }

  TestClock.ClockState clock() {
    return fixture
        .database
        .asWorker(connection -> TestClock.read(connection, id))
        .await()
        .orElseThrow();
  }

  /** Moves the clock at once, without stopping for due work. */
  void jump(Duration by) {
    Instant there = now().plus(by);
    fixture.database.asWorker(connection -> TestClock.moveTo(connection, id, there)).await();
  }

  /** Makes the data of all tenants older, as if it had been recorded by now in real time. */
  void age(Duration by) {
    age("call_order", "ended_at", by);
    age("call_attempt", "ended_at", by);
    age("call_attempt", "intended_at", by);
    age("enrollment", "ended_at", by);
    age("signal", "received_at", by);
    fixture.query(
        "UPDATE transcript SET expires_at = expires_at - $1 * interval '1 second' RETURNING 1",
        (double) by.toSeconds());
  }

  private void age(String table, String time, Duration by) {
    fixture.query(
        """
        UPDATE %1$s SET %2$s = LEAST(%2$s, now()) - $1 * interval '1 second'
         WHERE %2$s IS NOT NULL
        RETURNING 1
        """
            .formatted(table, time),
        (double) by.toSeconds());
  }

  /** Starts an advance of the clock. */
  void startAdvance(Instant target) {
    fixture.database.asWorker(connection -> TestClock.advanceTo(connection, id, target)).await();
    fixture.loops.wakeClockAdvancer();
  }

  /** Advances the clock and waits for the end of the advance. */
  void advance(Duration by) {
    advanceTo(now().plus(by));
  }

  void advanceTo(Instant target) {
    startAdvance(target);
    Await.until("the advance to " + target + " ends", () -> clock().target().isEmpty());
  }

  /** Holds the lock of a subject. */
  HeldLocks holdSubject(String reference) {
    return hold(Locks.subject(id, reference));
  }

  /** Holds the lock of a phone. */
  HeldLocks holdPhone(String phone) {
    return hold(Locks.phone(id, new PhoneNumber(phone)));
  }

  /** Blocks dialers of this tenant after they have acquired their other locks. */
  HeldLocks holdChannels() {
    return hold(Locks.channels(id));
  }

  private HeldLocks hold(String lock) {
    return HeldLocks.of(fixture.vertx, fixture.testDatabase, lock);
  }

  /** Inserts a suppression in the transaction that holds the locks. */
  void suppress(HeldLocks locks, String phone, String reference) {
    Suppression entry =
        new Suppression(
            UUID.randomUUID(),
            id,
            PhoneNumber.ofNullable(phone),
            reference,
            Suppression.Source.API,
            null,
            null,
            now());
    locks
        .connection()
        .preparedQuery("SELECT set_config('app.tenant', $1, true)")
        .execute(Tuple.of(id.toString()))
        .compose(known -> SuppressionStore.insert(locks.connection(), entry))
        .await();
  }

  /** Changes one of its quotas, by the name of the contract. */
  void changeQuota(String name, int max) {
    fixture.change(
        id,
        tenant -> TestTenants.with(tenant, TestQuotas.with(tenant.quotas(), Map.of(name, max))));
  }

  void disable(boolean disabled) {
    fixture.change(id, tenant -> TestTenants.with(tenant, disabled));
  }

  /** Sets the contract's {@code calling_hours}. */
  void callingHours(String json) {
    fixture.change(id, tenant -> TestTenants.with(tenant, json));
  }

  void disableTranscripts() {
    fixture.change(id, TestTenants::withoutTranscripts);
  }

  /** The number of counted dials over all days. */
  long dials() {
    Long dials = fixture.query(DIALS, id).getFirst().getLong(0);
    return dials == null ? 0 : dials;
  }

  List<CounterCheck.Deviation> counterDeviations() {
    return await(
        fixture.database.asWorker(
            connection ->
                CounterCheck.ofOrders(connection, id)
                    .compose(found -> append(found, CounterCheck.ofDials(connection, id)))
                    .compose(found -> append(found, CounterCheck.ofHolds(connection, id)))));
  }

  private static Future<List<CounterCheck.Deviation>> append(
      List<CounterCheck.Deviation> found, Future<List<CounterCheck.Deviation>> more) {
    return more.map(others -> Stream.concat(found.stream(), others.stream()).toList());
  }

  long suppressions() {
    return fixture.query(SUPPRESSIONS, id).getFirst().getLong(0);
  }

  /** Waits until all orders have ended. */
  void awaitEnds(List<PlacedOrder> orders) {
    Await.until(
        "all orders end",
        () ->
            fixture
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
