package eu.callorders.server.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.dial.HaltControl;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tenants are deleted in batches, by any node, and the rows of others stay. */
@Tag("long")
class TenantDeletionWorkerTest {
  /** More than one batch of each table. */
  private static final int ROWS = KeyedTable.BATCH + 50;

  private static final String DIGEST =
      """
      SELECT '%1$s' AS name, count(*) AS rows,
             md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS digest
        FROM %1$s t
       WHERE tenant_id = '%2$s'
      """;

  @AutoClose private final TestNode node = new TestNode();
  private final TenantDeletionWorker worker = worker(node.database);

  private TenantDeletionWorker worker(Database database) {
    return new TenantDeletionWorker(database, new AuditLog(node.clock, new Random(3)), node.clock);
  }

  @Test
  void deletesEveryRowOfTheTenantInBatches() {
    UUID tenant = TenantRows.insert(node, ROWS);
    UUID other = TenantRows.insert(node, 3);
    assertThat(rows(tenant).values()).as("each table has rows").doesNotContain(0L);
    Map<String, String> others = digests(other);
    request(tenant);
    assertThat(worker.runOnce()).as("before the first run").isFalse();

    node.clock.advance(TenantDeletionRequests.DELAY);
    long orders = count("call_order", tenant);
    long events = count("event", tenant);
    while (worker.runOnce()) {
      long ordersLeft = count("call_order", tenant);
      long eventsLeft = count("event", tenant);
      assertThat(orders - ordersLeft).isLessThanOrEqualTo(IdentifiedTable.BATCH);
      assertThat(events - eventsLeft).isLessThanOrEqualTo(KeyedTable.BATCH);
      orders = ordersLeft;
      events = eventsLeft;
    }

    assertThat(rows(tenant).values()).containsOnly(0L);
    assertThat(query("SELECT FROM tenant WHERE id = $1", tenant)).isEmpty();
    assertThat(digests(other)).isEqualTo(others);
    assertThat(query("SELECT FROM search_trigram")).hasSize(3);
    assertThat(query("SELECT FROM failed_work")).hasSize(3);
    assertThat(query("SELECT FROM unknown_call")).hasSize(3);
    assertThat(query("SELECT FROM gateway_erasure WHERE tenant_id = $1", tenant))
        .as("calls and unknown calls to erase at the gateway")
        .hasSize(2 * ROWS);
    assertThat(actions()).containsExactly("tenant.deleted");
  }

  @Test
  void deletesOnceMoreWhatLateTransactionsHaveWritten() {
    UUID tenant = TenantRows.insert(node, 1);
    request(tenant);
    node.clock.advance(TenantDeletionRequests.DELAY);
    run();
    assertThat(query("SELECT FROM tenant_deletion WHERE removed_at IS NOT NULL")).hasSize(1);
    query(
        """
        INSERT INTO signal_key (tenant_id, signal_type, dedupe_key, signal_id)
        VALUES ($1, 'late', 'key', gen_random_uuid())
        """,
        tenant);

    run();
    assertThat(count("signal_key", tenant)).isEqualTo(1);
    node.clock.advance(Duration.ofMinutes(1));
    run();

    assertThat(count("signal_key", tenant)).isZero();
    assertThat(query("SELECT FROM tenant_deletion")).isEmpty();
    assertThat(actions()).containsExactly("tenant.deleted");
  }

  @Test
  void anotherNodeContinuesAfterAKillWithinABatch() throws Exception {
    UUID tenant = TenantRows.insert(node, 1);
    request(tenant);
    node.clock.advance(TenantDeletionRequests.DELAY);
    Database database = Database.open(node.vertx, ConnectOptions.to(node.postgres.service()), 4);
    TenantDeletionWorker another = worker(database);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks subject =
            HeldLocks.of(node.vertx, node.postgres, Locks.subject(tenant, "person-1"))) {
      Future<?> killed = threads.submit(this::run);
      int pid = subject.awaitWaiter();
      String table = table();

      assertThat(another.runOnce()).as("while the first node works").isFalse();
      subject.kill(pid);

      assertThat(killed).failsWithin(Duration.ofSeconds(30));
      assertThat(table()).isEqualTo(table);
      assertThat(count(table, tenant)).isEqualTo(1);
      subject.release();
      while (another.runOnce()) {
        assertThat(count("event", tenant)).isZero();
      }
    }

    assertThat(rows(tenant).values()).containsOnly(0L);
    assertThat(query("SELECT FROM tenant")).isEmpty();
    assertThat(query("SELECT FROM failed_work")).isEmpty();
    TestNode.await(database.close());
  }

  @Test
  void startsOverAfterAFailure() {
    UUID tenant = TenantRows.insert(node, 1);
    request(tenant);
    node.clock.advance(TenantDeletionRequests.DELAY);
    query(
        "UPDATE tenant_deletion SET table_name = 'client_registration' WHERE tenant_id = $1",
        tenant);

    assertThat(worker.runOnce()).isTrue();
    assertThatThrownBy(worker::runOnce).hasMessageContaining("violates foreign key constraint");
    assertThat(worker.runOnce()).as("before the next try").isFalse();
    assertThat(query("SELECT FROM tenant WHERE id = $1", tenant)).hasSize(1);
    node.clock.advance(Duration.ofMinutes(1));
    run();

    assertThat(rows(tenant).values()).containsOnly(0L);
    assertThat(query("SELECT FROM tenant")).isEmpty();
  }

  private void request(UUID tenant) {
    TenantDeletionRequests requests =
        new TenantDeletionRequests(new HaltControl(node.clock, new Random(4)), node.clock);
    TestNode.await(node.database.asWorker(connection -> requests.request(connection, tenant)));
  }

  private void run() {
    boolean more = true;
    while (more) {
      more = worker.runOnce();
    }
  }

  private String table() {
    return query("SELECT table_name FROM tenant_deletion").getFirst().getString(0);
  }

  private long count(String table, UUID tenant) {
    return query("SELECT count(*) FROM " + table + " WHERE tenant_id = $1", tenant)
        .getFirst()
        .getLong(0);
  }

  /** The number of rows by table. */
  private Map<String, Long> rows(UUID tenant) {
    Map<String, Long> rows = new TreeMap<>();
    digestRows(tenant).forEach(row -> rows.put(row.getString("name"), row.getLong("rows")));
    return rows;
  }

  private Map<String, String> digests(UUID tenant) {
    Map<String, String> digests = new TreeMap<>();
    digestRows(tenant).forEach(row -> digests.put(row.getString("name"), row.getString("digest")));
    return digests;
  }

  private List<Row> digestRows(UUID tenant) {
    return query(
        new TenantTables(node.clock)
            .names().stream()
                .map(table -> DIGEST.formatted(table, tenant))
                .collect(Collectors.joining(" UNION ALL ")));
  }

  private List<String> actions() {
    return query("SELECT action FROM audit_entry ORDER BY position").stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private List<Row> query(String statement, Object... arguments) {
    return TestNode.await(
        node.database.asWorker(
            connection ->
                connection
                    .preparedQuery(statement)
                    .execute(Tuple.from(arguments))
                    .map(rows -> rows.stream().toList())));
  }
}
