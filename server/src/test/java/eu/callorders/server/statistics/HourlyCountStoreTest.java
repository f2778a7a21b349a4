package eu.callorders.server.statistics;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.SummaryCode;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Counts are complete before, while and after they are moved from the queue. */
class HourlyCountStoreTest {
  private static final Instant HOUR = Instant.parse("2026-11-20T08:00:00Z");
  private static final Instant WITHIN = HOUR.plus(Duration.ofMinutes(59));
  private static final StepRange TWO_HOURS = range(HOUR, 2);

  @AutoClose private final TestNode node = new TestNode();
  private final HourlyCountWorker worker = new HourlyCountWorker(node.database);
  private final UUID tenant = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  private static StepRange range(Instant from, int hours) {
    return StepRange.covering(from, from.plus(hours, ChronoUnit.HOURS), Duration.ofHours(1));
  }

  private <T> T run(Function<SqlConnection, Future<T>> work) {
    return await(node.database.asWorker(work));
  }

  private void add(CountKey... items) {
    run(connection -> HourlyCountStore.add(connection, List.of(items)));
  }

  private List<StepCounts> read(UUID of, StepRange range) {
    return run(connection -> HourlyCountStore.read(connection, of, range));
  }

  private Map<String, Long> orders(UUID of) {
    return read(of, range(HOUR, 1)).getFirst().orders();
  }

  private static CountKey noContact(UUID of, Instant at) {
    return CountKey.order(of, SummaryCode.NO_CONTACT, at);
  }

  private int rows(String table) {
    return run(connection -> connection.query("SELECT FROM " + table).execute()).size();
  }

  private int purge(Instant before, int limit) {
    return run(connection -> HourlyCountStore.purgeDeliveries(connection, before, limit));
  }

  @Test
  void countsByHourTenantAndName() {
    add(
        noContact(tenant, HOUR),
        noContact(tenant, WITHIN),
        CountKey.order(tenant, SummaryCode.CANCELED, WITHIN),
        noContact(other, WITHIN),
        noContact(tenant, HOUR.plus(Duration.ofHours(1))),
        noContact(tenant, HOUR.minusMillis(1)),
        noContact(tenant, HOUR.plus(Duration.ofHours(2))),
        CountKey.dial(tenant, HOUR, HOUR.plusMillis(15)),
        CountKey.delivery(tenant, "failed", HOUR));

    for (int moved = 0; moved < 2; moved++) {
      List<StepCounts> steps = read(tenant, TWO_HOURS);
      assertThat(steps).hasSize(2);
      assertThat(steps.getFirst().orders()).isEqualTo(Map.of("canceled", 1L, "no_contact", 2L));
      assertThat(steps.getFirst().dialLags().total()).isEqualTo(1);
      assertThat(steps.getFirst().dialLags().percentile(99)).isEqualTo(20);
      assertThat(steps.getFirst().deliveries("failed")).isEqualTo(1);
      assertThat(steps.getFirst().deliveries("succeeded")).isZero();
      assertThat(steps.getLast().orders()).isEqualTo(Map.of("no_contact", 1L));
      assertThat(orders(other)).isEqualTo(Map.of("no_contact", 1L));
      assertThat(orders(HourlyCountStore.ALL_TENANTS))
          .isEqualTo(Map.of("canceled", 1L, "no_contact", 3L));
      assertThat(worker.runOnce()).isPositive();
    }
    assertThat(rows("hourly_count_queue")).isZero();
  }

  @Test
  void movesQueueInBatches() {
    for (int each = 0; each <= HourlyCountWorker.BATCH; each++) {
      add(noContact(tenant, HOUR));
    }

    assertThat(worker.runOnce()).isZero();
    assertThat(rows("hourly_count_queue")).isEqualTo(1);
    assertThat(orders(tenant)).isEqualTo(Map.of("no_contact", HourlyCountWorker.BATCH + 1L));
    assertThat(worker.runOnce()).isPositive();
    assertThat(orders(tenant)).isEqualTo(Map.of("no_contact", HourlyCountWorker.BATCH + 1L));
    assertThat(rows("hourly_count")).as("of the tenant and of all").isEqualTo(2);
  }

  @Test
  void nodesMoveDifferentRowsAtTheSameTime() throws Exception {
    add(noContact(tenant, HOUR));
    worker.runOnce();
    add(noContact(tenant, HOUR));
    String counts = "SELECT FROM hourly_count ORDER BY tenant_id FOR UPDATE";
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held = HeldLocks.ofRows(node.vertx, node.postgres, counts)) {
      var first = threads.submit(worker::runOnce);
      held.awaitWaiter();
      add(noContact(other, HOUR), noContact(tenant, HOUR.plus(Duration.ofHours(1))));
      var second = threads.submit(worker::runOnce);
      assertThat(orders(HourlyCountStore.ALL_TENANTS)).isEqualTo(Map.of("no_contact", 3L));
      held.release();
      assertThat(first.get()).isPositive();
      assertThat(second.get()).isPositive();
    }

    assertThat(rows("hourly_count_queue")).isZero();
    assertThat(orders(tenant)).isEqualTo(Map.of("no_contact", 2L));
    assertThat(orders(HourlyCountStore.ALL_TENANTS)).isEqualTo(Map.of("no_contact", 3L));
  }

  @Test
  void failedTransactionCountsNothing() {
    Future<Void> failed =
        node.database.asWorker(
            connection ->
                HourlyCountStore.add(connection, List.of(noContact(tenant, HOUR)))
                    .compose(added -> Future.failedFuture("rolled back")));

    assertThat(TestNode.failure(failed)).hasMessage("rolled back");
    assertThat(orders(tenant)).isEmpty();
  }

  @Test
  void purgesCountsOfOldDeliveriesOnly() {
    add(
        CountKey.delivery(tenant, "succeeded", HOUR),
        CountKey.delivery(tenant, "skipped", HOUR.plus(Duration.ofHours(1))),
        noContact(tenant, HOUR));
    worker.runOnce();
    Instant before = HOUR.plus(Duration.ofHours(1));

    assertThat(purge(before, 1)).isEqualTo(1);
    assertThat(purge(before, 100)).as("of all tenants").isEqualTo(1);
    assertThat(purge(before, 100)).isZero();

    List<StepCounts> steps = read(tenant, TWO_HOURS);
    assertThat(steps.getFirst().deliveries("succeeded")).isZero();
    assertThat(steps.getLast().deliveries("skipped")).isEqualTo(1);
    assertThat(orders(tenant)).isEqualTo(Map.of("no_contact", 1L));
  }

  @Test
  void addsNothingWithoutItems() {
    run(connection -> HourlyCountStore.add(connection, Collections.emptyList()));

    assertThat(rows("hourly_count_queue")).isZero();
  }
}
