package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.sqlclient.Row;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A batch acquires a bounded number of locks. */
class BatchLocksTest {
  private static final int PHONES_PER_ORDER = 20;

  private static final String COUNT_LOCKS =
      """
      CREATE TABLE held_locks (shared bigint, exclusive bigint);
      CREATE FUNCTION count_locks() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        INSERT INTO held_locks
        SELECT count(*) FILTER (WHERE mode = 'ShareLock'),
               count(*) FILTER (WHERE mode = 'ExclusiveLock')
          FROM pg_locks
         WHERE pid = pg_backend_pid() AND locktype = 'advisory';
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_locks AFTER INSERT ON call_attempt
        EXECUTE FUNCTION count_locks();
      CREATE TRIGGER count_locks AFTER UPDATE ON call_order
        EXECUTE FUNCTION count_locks();
      GRANT SELECT ON held_locks TO PUBLIC
      """;

  @AutoClose private final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());
  private final TestTenant tenant = fixture.tenant();

  @BeforeEach
  void countLocks() throws SQLException {
    try (Connection owner = fixture.testDatabase.owner().connect();
        Statement statement = owner.createStatement()) {
      statement.execute(COUNT_LOCKS);
    }
  }

  /** 14 orders with 20 phones and a claim each fit into 300; the claims of a tenant share one. */
  @Test
  void dialsOrdersWithManyPhonesInSeveralBatches() {
    for (int order = 0; order < 40; order++) {
      place(order);
    }
    fixture.planner.runOnce();

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(14);
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(14);
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(12);
    assertThat(maxHeld("shared")).isEqualTo(282);
  }

  private void place(int order) {
    OrderDraft draft = tenant.anOrder();
    for (int number = 0; number < PHONES_PER_ORDER; number++) {
      draft.toPhone("+4930%07d".formatted(2_000_000 + order * PHONES_PER_ORDER + number));
    }
    draft.place();
  }

  /** The entry locks one phone and the subjects of a batch. */
  @Test
  void suppressionOfPhoneLocksAtMostHundredSubjects() {
    String number = MagicLine.BUSY.number(1);
    for (int subject = 0; subject < 150; subject++) {
      tenant.anOrder().forSubject("person-" + subject).toPhone(number).place();
    }
    new TestClient(fixture, tenant.id()).suppress(number, null);

    fixture.enforceSuppressions();

    assertThat(count("canceled")).isEqualTo(150);
    assertThat(maxHeld("exclusive")).isBetween(100L, 102L);
  }

  private long maxHeld(String mode) {
    return number("SELECT max(" + mode + ") FROM held_locks");
  }

  private long count(String status) {
    return number("SELECT count(*) FROM call_order WHERE status = '" + status + "'");
  }

  private long number(String query) {
    List<Row> rows = fixture.query(query);
    return rows.getFirst().getLong(0);
  }
}
