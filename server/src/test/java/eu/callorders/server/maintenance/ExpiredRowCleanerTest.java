package eu.callorders.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExpiredRowCleanerTest {
  private static final String INSERT_ENDPOINT =
      """
      INSERT INTO webhook_endpoint
        (id, tenant_id, url, payload_mode, status, verification_state, created_at, updated_at)
      VALUES ($1, $2, 'https://example.org/', 'full', 'disabled', 'failed', now(), now())
      """;

  private static final String DELETE_ENDPOINT =
      "UPDATE webhook_endpoint SET deleted_at = $2 WHERE id = $1";

  private static final String INSERT_DUE =
      """
      INSERT INTO webhook_delivery_queue
        (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
      VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), 0, $3)
      """;

  private static final String INSERT_SECRET =
      """
      INSERT INTO webhook_secret (id, tenant_id, endpoint_id, ciphertext, created_at, retires_at)
      VALUES (gen_random_uuid(), $1, $2, $3, now(), $4)
      """;

  private static final String INSERT_REPLAY =
      """
      INSERT INTO webhook_replay
        (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid, only_failed, state, events,
         created_at, ended_at)
      VALUES (gen_random_uuid(), $1, $2, '0', 0, '0', false, $3, 0, now(), $4)
      """;

  private static final String INSERT_COUNT =
      """
      INSERT INTO hourly_count (tenant_id, hour, kind, name, count)
      VALUES ($1, $2, $3, 'name', 1)
      """;

  private static final Duration KEY_LIFETIME = Duration.ofDays(90);

  private static final String INSERT_KEYS =
      """
      INSERT INTO signal_key (tenant_id, signal_type, dedupe_key, signal_id, recorded_at)
      SELECT gen_random_uuid(), 'a.b', $1 || n, gen_random_uuid(), $2::timestamptz
        FROM generate_series(1, $3::integer) AS n
      """;

  private static final String KEYS =
      "SELECT string_agg(dedupe_key, ' ' ORDER BY dedupe_key) FROM signal_key";

  private final Instant now = Instant.now();
  private final UUID tenant = UUID.randomUUID();
  private final UUID endpoint = UUID.randomUUID();
  @AutoClose private TestNode node;

  @BeforeEach
  void open() {
    node = new TestNode();
    TestNode.await(
        node.database.asWorker(
            connection ->
                TenantStore.insert(
                    connection, TenantDefaults.tenant(tenant, "T", "sandbox"), now)));
    run(INSERT_ENDPOINT, Tuple.of(endpoint, tenant));
  }

  @Test
  void deletesOnlyExpiredWebhookRows() {
    Object recent = before(Duration.ofDays(30));
    run(INSERT_DUE, Tuple.of(tenant, before(Duration.ofDays(32)), recent));
    run(INSERT_DUE, Tuple.of(tenant, before(Duration.ofDays(32)), before(Duration.ofDays(-1))));
    run(INSERT_DUE, Tuple.of(tenant, before(Duration.ofDays(29)), recent));
    run(INSERT_SECRET, Tuple.of(tenant, endpoint, secret(), before(Duration.ofDays(2))));
    run(INSERT_SECRET, Tuple.of(tenant, endpoint, secret(), before(Duration.ofMinutes(1))));
    run(INSERT_SECRET, Tuple.of(tenant, endpoint, secret(), null));
    run(INSERT_REPLAY, Tuple.of(tenant, endpoint, "done", before(Duration.ofDays(31))));
    run(INSERT_REPLAY, Tuple.of(tenant, endpoint, "done", before(Duration.ofDays(29))));
    run(INSERT_REPLAY, Tuple.of(tenant, endpoint, "running", null));
    run(INSERT_COUNT, Tuple.of(tenant, before(Duration.ofDays(31)), "delivery"));
    run(INSERT_COUNT, Tuple.of(tenant, before(Duration.ofDays(29)), "delivery"));
    run(INSERT_COUNT, Tuple.of(tenant, before(Duration.ofDays(31)), "order"));
    new ExpiredRowCleaner(node.database).deleteWebhookRows(now);

    assertThat(run("SELECT FROM hourly_count", Tuple.tuple())).isEqualTo(2);
    assertThat(run("SELECT FROM webhook_delivery_queue", Tuple.tuple())).isEqualTo(2);
    assertThat(run("SELECT FROM webhook_secret", Tuple.tuple())).isEqualTo(2);
    assertThat(run("SELECT FROM webhook_replay", Tuple.tuple())).isEqualTo(2);
  }

  @Test
  void deletesUnreferencedDeletedEndpoints() {
    UUID recent = UUID.randomUUID();
    UUID replayed = UUID.randomUUID();
    UUID gone = UUID.randomUUID();
    for (UUID each : List.of(recent, replayed, gone)) {
      run(INSERT_ENDPOINT, Tuple.of(each, tenant));
    }
    run(DELETE_ENDPOINT, Tuple.of(recent, before(Duration.ofDays(29))));
    run(DELETE_ENDPOINT, Tuple.of(replayed, before(Duration.ofDays(40))));
    run(DELETE_ENDPOINT, Tuple.of(gone, before(Duration.ofDays(40))));
    run(INSERT_REPLAY, Tuple.of(tenant, replayed, "running", null));
    new ExpiredRowCleaner(node.database).deleteWebhookRows(now);

    String query = "SELECT FROM webhook_endpoint WHERE id = $1";
    assertThat(run(query, Tuple.of(gone))).isZero();
    for (UUID each : List.of(endpoint, recent, replayed)) {
      assertThat(run(query, Tuple.of(each))).isEqualTo(1);
    }
  }

  @Test
  void deletesAllExpiredSignalKeysInBatches() {
    run(INSERT_KEYS, Tuple.of("old", before(KEY_LIFETIME), 2_100));
    run(INSERT_KEYS, Tuple.of("young", before(KEY_LIFETIME.minusMillis(1)), 2));

    new ExpiredRowCleaner(node.database).deleteKeys(now);

    String remaining =
        TestNode.await(node.database.asWorker(connection -> connection.query(KEYS).execute()))
            .iterator()
            .next()
            .getString(0);
    assertThat(remaining).isEqualTo("young1 young2");
  }

  private static Buffer secret() {
    return Buffer.buffer(new byte[1]);
  }

  private Object before(Duration ago) {
    return now.minus(ago).atOffset(ZoneOffset.UTC);
  }

  private int run(String statement, Tuple arguments) {
    return TestNode.await(
        node.database.asWorker(
            connection ->
                connection
                    .preparedQuery(statement)
                    .execute(arguments)
                    .map(rows -> rows.rowCount())));
  }
}
