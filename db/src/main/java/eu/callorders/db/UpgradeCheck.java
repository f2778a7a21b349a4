package eu.callorders.db;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Finds what a migration would fail on, before it runs, and says what to do about it. */
final class UpgradeCheck {
  private static final String HAS_ATTEMPTS_WITHOUT_THE_INDEX =
      """
      SELECT to_regclass('call_attempt') IS NOT NULL
         AND to_regclass('one_active_attempt_per_number') IS NULL
      """;

  private static final String ATTEMPTS_OF_ONE_NUMBER =
      """
      SELECT tenant_id || ': ' || string_agg(order_id::text, ', ' ORDER BY order_id)
        FROM call_attempt
       WHERE status IN ('placing', 'placed', 'ringing', 'answered')
       GROUP BY tenant_id, phone
      HAVING count(*) > 1
       ORDER BY tenant_id
       LIMIT 10
      """;

  private UpgradeCheck() {}

  /**
   * Refuses a database in which two running calls of a tenant share a number (migration 090).
   *
   * @throws UnusableDatabaseException with the orders of the calls and what to do
   */
  static void refuseTwoCallsOfOneNumber(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(HAS_ATTEMPTS_WITHOUT_THE_INDEX)) {
        row.next();
        if (!row.getBoolean(1)) {
          return;
        }
      }
      statement.execute("SET app.worker = 'on'");
      List<String> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(ATTEMPTS_OF_ONE_NUMBER)) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      if (!found.isEmpty()) {
        throw new UnusableDatabaseException(
            """
            two calls of a tenant to one number are under way, which this release does not allow. \
            Nothing has been changed. Start the release before, halt all dialing, wait until these \
            calls have ended, and start this release again. Tenant and orders: %s\
            """
                .formatted(String.join("; ", found)));
      }
    }
  }
}
