package eu.callorders.server.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.TestNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Daily verification; {@code MagicNumbersTest} shows that the counters of real calls match. */
class CounterVerifierTest {
  private static final String TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', 'Tenant', 'de-DE', 'Europe/Berlin',
              'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36, true)
      """;

  private static final String ORDER =
      """
      INSERT INTO call_order
        (id, tenant_id, status, order_type, order_type_version, subject_reference, created_at,
         updated_at, expires_at)
      SELECT gen_random_uuid(), id, 'accepted', 'reminder', 1, 'debtor-1', now(), now(), now()
        FROM tenant
      """;

  private static final String COUNT_OF_NO_DIAL =
      """
      INSERT INTO dial_count (tenant_id, day, ends_at, dials)
      SELECT id, '2026-03-02', '2026-03-02 23:00Z', 1 FROM tenant
      """;

  /** Only those of the client that stand count. */
  private static final String HOLDS =
      """
      INSERT INTO hold (id, tenant_id, subject_hash, reason, source, status, created_at, ended_at)
      SELECT gen_random_uuid(), t.id, h.hash::uuid, 'other', h.source, h.status, now(), h.ended_at
        FROM tenant t
       CROSS JOIN (VALUES (md5('a'), 'api', 'active', NULL),
                          (md5('b'), 'call_result', 'active', NULL),
                          (NULL, 'api', 'released', now()))
                  AS h (hash, source, status, ended_at)
      """;

  private static final String COUNT_OF_HOLDS =
      "INSERT INTO hold_count (tenant_id, standing) SELECT id, 1 FROM tenant";

  @AutoClose private final TestNode node = new TestNode();
  private final CounterVerifier verifier = new CounterVerifier(node.database, node.clock.instant());

  @BeforeEach
  void createOrder() throws SQLException {
    execute(TENANT, ORDER);
  }

  @Test
  void findsNoDeviationOfCountedOrders() {
    verifyAfter(Duration.ofHours(1));

    assertThat(verifier.deviations()).isZero();
  }

  @Test
  void findsDeviationsOncePerDay() throws SQLException {
    execute("UPDATE order_count SET accepted = 0, scheduled = 1", COUNT_OF_NO_DIAL);
    verifyAfter(Duration.ofMinutes(59));
    assertThat(verifier.deviations()).isZero();
    verifyAfter(Duration.ofHours(1));
    assertThat(verifier.deviations()).isEqualTo(2);

    execute("UPDATE order_count SET accepted = 1, scheduled = 0", "DELETE FROM dial_count");
    verifyAfter(Duration.ofHours(24));
    assertThat(verifier.deviations()).isEqualTo(2);
    verifyAfter(Duration.ofHours(25));
    assertThat(verifier.deviations()).isZero();
  }

  @Test
  void failureOfOneCheckLeavesTheOtherAndIsRepeatedAfterADay() throws SQLException {
    execute("ALTER TABLE order_count RENAME TO gone", COUNT_OF_NO_DIAL);
    assertThatThrownBy(() -> verifyAfter(Duration.ofHours(1))).hasMessageContaining("order_count");
    assertThat(verifier.deviations()).as("the count of dials").isEqualTo(1);

    verifyAfter(Duration.ofHours(2));
    execute("ALTER TABLE gone RENAME TO order_count", "DELETE FROM dial_count");
    verifyAfter(Duration.ofHours(25));
    assertThat(verifier.deviations()).isZero();
  }

  @Test
  void findsDeviationsOfCountedHolds() throws SQLException {
    execute(HOLDS, COUNT_OF_HOLDS);
    verifyAfter(Duration.ofHours(1));
    assertThat(verifier.deviations()).isZero();

    execute("DELETE FROM hold WHERE status = 'active' AND source = 'api'");
    verifyAfter(Duration.ofHours(25));
    assertThat(verifier.deviations()).isEqualTo(1);
  }

  private void verifyAfter(Duration elapsed) {
    verifier.runOnce(TestNode.START.plus(elapsed));
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = node.postgres.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }
}
