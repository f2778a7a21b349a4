package eu.callorders.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.event.EventFixture;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SignalKeyCleanerTest {
  private static final Duration KEPT = Duration.ofDays(90);
  private static final String INSERT =
      """
      INSERT INTO signal_key (tenant_id, signal_type, dedupe_key, signal_id, recorded_at)
      SELECT gen_random_uuid(), 'a.b', $1 || n, gen_random_uuid(), $2::timestamptz
        FROM generate_series(1, $3::integer) AS n
      """;
  private static final String LEFT =
      "SELECT string_agg(dedupe_key, ' ' ORDER BY dedupe_key) FROM signal_key";

  private final Instant now = Instant.parse("2026-11-20T10:00:00Z");
  @AutoClose private final EventFixture fixture = new EventFixture(5, 4);

  private void insert(String name, Instant recordedAt, int count) {
    fixture
        .database()
        .asWorker(
            connection ->
                connection
                    .preparedQuery(INSERT)
                    .execute(Tuple.of(name, recordedAt.atOffset(ZoneOffset.UTC), count)))
        .await();
  }

  @Test
  void deletesAllExpiredKeysInBatches() {
    insert("old", now.minus(KEPT), 2_100);
    insert("young", now.minus(KEPT).plusMillis(1), 2);

    new SignalKeyCleaner(fixture.database()).runOnce(now);

    String remaining =
        fixture
            .database()
            .asWorker(connection -> connection.query(LEFT).execute())
            .await()
            .iterator()
            .next()
            .getString(0);
    assertThat(remaining).isEqualTo("young1 young2");
  }
}
