package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * One writer per person. A transaction that changes something of a person takes the person's lock
 * first, before it writes anything: its transaction id is then drawn under the lock, so that the
 * feed shows the changes of one resource in their order.
 *
 * <p>There is one order of locks everywhere: idempotency keys, then keys of signals, then order
 * types and sequences, then persons, then telephone numbers, then dialling itself, then tenants'
 * channels and webhook endpoints, then the audit log, each as a statement of its own, each sorted.
 * All are released when the transaction ends, or is rolled back to a savepoint before them.
 *
 * <p>Numbers and dialling are also locked in common: by those who dial, numbers by those who take
 * in an order too. Who bars a number or halts dialling locks it alone, so that whatever goes on
 * with it is either over, and seen, or has not begun.
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

  private static final String TAKE_SHARED =
      """
      SELECT pg_advisory_xact_lock_shared(key)
        FROM (SELECT DISTINCT hashtextextended(name, 0) AS key
                FROM unnest($1::text[]) AS name
               ORDER BY key) AS sorted
      """;

  private static final String TRY_TAKE_SHARED =
      """
      SELECT name
        FROM unnest($1::text[]) AS name
       WHERE pg_try_advisory_xact_lock_shared(hashtextextended(name, 0))
      """;

  /**
   * How many a batch takes in common in one transaction. The locks of all transactions share one
   * table of the server; a transaction fails when the table is full.
   */
  public static final int MOST_OF_BATCH = 300;

  private Locks() {}

  /** Guards that a signal is taken once. */
  public static String signal(UUID tenantId, String signalType, String dedupeKey) {
    return "signal:" + tenantId + ":" + signalType + ":" + dedupeKey;
  }

  public static String orderType(UUID tenantId, String key) {
    return "order type:" + tenantId + ":" + key;
  }

  /** Guards how many sequences a tenant has, and how many of them a signal triggers. */
  public static String sequences(UUID tenantId) {
    return "sequences:" + tenantId;
  }

  public static String sequence(UUID tenantId, UUID sequenceId) {
    return "sequence:" + tenantId + ":" + sequenceId;
  }

  public static String person(UUID tenantId, String subjectReference) {
    return "subject:" + tenantId + ":" + subjectReference;
  }

  public static String number(UUID tenantId, String phone) {
    return "phone:" + tenantId + ":" + phone;
  }

  /** Guards how many webhook endpoints a tenant has. */
  public static String webhookEndpoints(UUID tenantId) {
    return "webhook endpoints:" + tenantId;
  }

  /** Held in common by whoever writes an intent to dial. */
  public static String dialling() {
    return "dialling";
  }

  /** Guards the active attempts of a tenant, their numbers, and how many it has dialed on a day. */
  public static String channels(UUID tenantId) {
    return "channels:" + tenantId;
  }

  /** Lets one transaction at a time write into the audit log. */
  public static String auditLog() {
    return "audit log";
  }

  /** Waits for all of these locks. */
  public static Future<Void> take(SqlConnection connection, Collection<String> names) {
    return wait(connection, TAKE, names);
  }

  /** Waits until nobody has any of these locks alone, and holds them in common with others. */
  public static Future<Void> takeShared(SqlConnection connection, Collection<String> names) {
    return wait(connection, TAKE_SHARED, names);
  }

  private static Future<Void> wait(
      SqlConnection connection, String statement, Collection<String> names) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of((Object) names.toArray(String[]::new)))
        .mapEmpty();
  }

  /** Takes those of these locks that nobody holds, without waiting, and says which. */
  public static Future<Set<String>> tryTake(SqlConnection connection, Collection<String> names) {
    return attempt(connection, TRY_TAKE, names);
  }

  /**
   * Takes those locks of a batch in common that nobody holds or wants alone, and says which. Items
   * beyond {@link #MOST_OF_BATCH} locks get none; the first item gets all of its own.
   */
  public static Future<Set<String>> tryTakeShared(
      SqlConnection connection, List<? extends Collection<String>> batch) {
    return attempt(connection, TRY_TAKE_SHARED, bounded(batch));
  }

  private static Set<String> bounded(List<? extends Collection<String>> batch) {
    Set<String> names = new HashSet<>();
    for (Collection<String> item : batch) {
      if (!names.isEmpty() && names.size() + item.size() > MOST_OF_BATCH) {
        break;
      }
      names.addAll(item);
    }
    return names;
  }

  private static Future<Set<String>> attempt(
      SqlConnection connection, String statement, Collection<String> names) {
    return connection
        .preparedQuery(statement)
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
