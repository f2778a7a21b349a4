package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A service that starts after a stop of more than a week: no day has a partition. */
class PartitionsAtStartTest {
  private static final String DROP_DAYS =
      """
      DO $$
      DECLARE
        name text;
      BEGIN
        FOR name IN
          SELECT c.relname
            FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
           WHERE i.inhparent IN ('event'::regclass, 'webhook_delivery'::regclass)
             AND c.relname ~ '_[0-9]{8}$'
        LOOP
          EXECUTE format('DROP TABLE %I', name);
        END LOOP;
      END $$
      """;

  /** Holds up the maintenance loop, which creates partitions too. */
  private static final String BLOCK_MAINTENANCE = "LOCK TABLE maintenance_clock IN EXCLUSIVE MODE";

  @Test
  void createsPartitionsBeforeTheFirstEvent() throws SQLException {
    TestDatabase database = TestDatabase.create();
    try (Connection blocking = database.owner().connect();
        Statement statement = blocking.createStatement()) {
      statement.execute(DROP_DAYS);
      blocking.setAutoCommit(false);
      statement.execute(BLOCK_MAINTENANCE);
      try (RunningService service =
          RunningService.withDatabase(DatabaseSetup.of(database), Map.of())) {
        RunningTenant tenant = service.newTenant();
        tenant.create(tenant.laterOrder());

        assertThat(count(service, "event")).isPositive();
        assertThat(count(service, "event_default")).isZero();
        assertThat(partitions(service, "event")).isEqualTo(8);
        assertThat(partitions(service, "webhook_delivery")).isEqualTo(8);
        blocking.rollback();
      }
    }
  }

  private static long count(RunningService service, String table) {
    return number(service.sql("SELECT count(*) FROM " + table));
  }

  /** From today on. */
  private static long partitions(RunningService service, String log) {
    return number(
        service.sql(
            """
            SELECT count(*)
              FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
             WHERE i.inhparent = ?::regclass
               AND c.relname ~ '_[0-9]{8}$'
            """,
            log));
  }

  private static long number(List<List<String>> rows) {
    return Long.parseLong(rows.getFirst().getFirst());
  }
}
