package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * One writer per person. A transaction that changes something of a person takes the person's lock
 * first, before it writes anything: its transaction id is then drawn under the lock, so that the
 * feed shows the changes of one resource in their order.
 *
 * <p>There is one order of locks everywhere: idempotency keys, then persons, then telephone
 * numbers, then tenants' channels, each as a statement of its own, each sorted. All are released
 * when the transaction ends.
 */
public final class Locks {
  private static final String TAKE =
      """
      SELECT pg_advisory_xact_lock(key)
        FROM (SELECT DISTINCT hashtextextended(name, 0) AS key
                FROM unnest($1::text[]) AS name
               ORDER BY key) AS sorted
      """;

  private static final String TRY_TAKE =
      """
      SELECT name
        FROM unnest($1::text[]) AS name
       WHERE pg_try_advisory_xact_lock(hashtextextended(name, 0))
      """;

  private Locks() {}

  public static String person(UUID tenantId, String subjectReference) {
    return "person:" + tenantId + ":" + subjectReference;
  }

  public static String number(UUID tenantId, String phone) {
    return "number:" + tenantId + ":" + phone;
  }

  /** Guards how many calls of a tenant run and how many it has dialled on a day. */
  public static String channels(UUID tenantId) {
    return "channels:" + tenantId;
  }

  /** Waits for all of these locks. */
  public static Future<Void> take(SqlConnection connection, Collection<String> names) {
    return connection
        .preparedQuery(TAKE)
        .execute(Tuple.of((Object) names.toArray(String[]::new)))
        .mapEmpty();
  }

  /** Takes those of these locks that nobody holds, without waiting, and says which. */
  public static Future<Set<String>> tryTake(SqlConnection connection, Collection<String> names) {
    return connection
        .preparedQuery(TRY_TAKE)
        .execute(Tuple.of((Object) names.toArray(String[]::new)))
        .map(
            rows -> {
              Set<String> taken = new HashSet<>();
              for (Row row : rows) {
                taken.add(row.getString("name"));
              }
              return taken;
            });
  }
}
