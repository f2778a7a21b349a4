package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowLevelSecurityTest {
  private static final String A = "00000000-0000-7000-8000-00000000000a";
  private static final String B = "00000000-0000-7000-8000-00000000000b";

  private static TestDatabase database;

  @BeforeAll
  static void twoTenants() throws SQLException {
    database = TestDatabase.create();
    try (Connection connection = database.service().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET app.worker = 'on'");
      statement.execute(insert(A));
      statement.execute(insert(B));
    }
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"service", "owner"})
  void hidesEverythingFromAQueryThatSpeaksForNobody(String role) throws SQLException {
    assertThat(tenantsSeen(role)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"service", "owner"})
  void showsATenantItsOwnRowsOnly(String role) throws SQLException {
    assertThat(tenantsSeen(role, "SET app.tenant = '" + A + "'")).containsExactly(A);
  }

  @ParameterizedTest
  @ValueSource(strings = {"service", "owner"})
  void showsAWorkerAllRows(String role) throws SQLException {
    assertThat(tenantsSeen(role, "SET app.worker = 'on'")).containsExactly(A, B);
  }

  @Test
  void lateSettingsOfATransactionEndWithIt() throws SQLException {
    assertThat(tenantsSeen("service", "BEGIN", "SET LOCAL app.tenant = '" + A + "'", "COMMIT"))
        .isEmpty();
  }

  @Test
  void refusesRowsOfAnotherTenant() throws SQLException {
    try (Connection connection = database.service().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET app.tenant = '" + A + "'");
      String other = B.replace('b', 'c');
      assertThatThrownBy(() -> statement.execute(insert(other)))
          .hasMessageContaining("row-level security");
      assertThat(statement.executeUpdate("UPDATE tenant SET name = 'x' WHERE id = '" + B + "'"))
          .isZero();
    }
  }

  @Test
  void everyTableWithATenantIsForced() throws SQLException {
    try (Connection connection = database.owner().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT c.relname FROM pg_class c
                JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
                WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
                  AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
                  AND EXISTS (SELECT FROM pg_attribute a
                              WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')
                """)) {
      assertThat(names(rows)).isEmpty();
    }
  }

  private static List<String> tenantsSeen(String role, String... settings) throws SQLException {
    DatabaseAddress address = role.equals("owner") ? database.owner() : database.service();
    try (Connection connection = address.connect();
        Statement statement = connection.createStatement()) {
      for (String setting : settings) {
        statement.execute(setting);
      }
      try (ResultSet rows = statement.executeQuery("SELECT id FROM tenant ORDER BY id")) {
        return names(rows);
      }
    }
  }

  private static List<String> names(ResultSet rows) throws SQLException {
    List<String> names = new ArrayList<>();
    while (rows.next()) {
      names.add(rows.getString(1));
    }
    return names;
  }

  private static String insert(String id) {
    return """
    INSERT INTO tenant (id, name, default_locale, timezone, verification_mode, calling_hours,
      max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
      max_open_orders, transcript_mode, transcript_retention, recording_retention,
      result_months, sequences_enabled)
    VALUES ('%s', 'a tenant', 'de-DE', 'Europe/Berlin', 'date_of_birth', '{}',
      1, 1, 1, 1, 'none', 'P1D', 'P0D', 36, true)
    """
        .formatted(id);
  }
}
