package eu.callorders.server.database;

import eu.callorders.core.call.PhoneNumber;
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
 * Advisory locks of a transaction. A transaction that changes a subject's data acquires the
 * subject's lock before its first write: its transaction id is then assigned under the lock, so
 * that the feed has the changes of one resource in order.
 *
 * <p>Order of acquisition, each a sorted statement of its own: idempotency keys, signal keys, order
 * types and sequences, subjects, phones and claims, dialing, tenants' channels and webhook
 * endpoints, operators, audit log. The end of the transaction or a rollback to an earlier savepoint
 * releases them.
 *
 * <p>Dials share the dialing lock and the phone's lock; order acceptance shares the phone's.
 * Suppressing a phone, halting dialing or changing the hours of a country locks exclusively, so
 * that concurrent work has either committed or not started.
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

  /** Bounds the shared locks of a batch, as all transactions share the server's lock table. */
  public static final int MAX_PER_BATCH = 300;

  private Locks() {}

  /** Makes a signal's deduplication atomic. */
  public static String signal(UUID tenantId, String signalType, String dedupeKey) {
    return "signal:" + tenantId + ":" + signalType + ":" + dedupeKey;
  }

  public static String orderType(UUID tenantId, String key) {
    return "order type:" + tenantId + ":" + key;
  }

  /** Guards the tenant's number of sequences, and how many of them a signal triggers. */
  public static String sequences(UUID tenantId) {
    return "sequences:" + tenantId;
  }

  public static String sequence(UUID tenantId, UUID sequenceId) {
    return "sequence:" + tenantId + ":" + sequenceId;
  }

  public static String subject(UUID tenantId, String subjectReference) {
    return "subject:" + tenantId + ":" + subjectReference;
  }

  public static String phone(UUID tenantId, PhoneNumber phone) {
    return "phone:" + tenantId + ":" + phone.e164();
  }

  /** Guards the holds of a tenant that name a claim only; dials share it. */
  public static String claims(UUID tenantId) {
    return "claims:" + tenantId;
  }

  /** Guards the tenant's number of webhook endpoints. */
  public static String webhookEndpoints(UUID tenantId) {
    return "webhook endpoints:" + tenantId;
  }

  /** Shared by transactions that write an intent to dial. */
  public static String dialing() {
    return "dialing";
  }

  /** Guards a tenant's active attempts, their phones, and its dials per day. */
  public static String channels(UUID tenantId) {
    return "channels:" + tenantId;
  }

  /** Guards the names and the number of operators. */
  public static String operators() {
    return "operators";
  }

  /** Held by the node that indexes this kind of rows; only tried, before the subjects' locks. */
  public static String searchIndex(String kind) {
    return "search index:" + kind;
  }

  /** Held by the node that anchors evidence in the audit log; only tried. */
  public static String evidenceRoots() {
    return "evidence roots";
  }

  /** Serializes writes to the audit log. */
  public static String auditLog() {
    return "audit log";
  }

  /** Acquires all locks exclusively; waits. */
  public static Future<Void> acquire(SqlConnection connection, Collection<String> names) {
    return execute(connection, TAKE, names);
  }

  /** Acquires all locks shared; waits for exclusive holders. */
  public static Future<Void> acquireShared(SqlConnection connection, Collection<String> names) {
    return execute(connection, TAKE_SHARED, names);
  }

  private static Future<Void> execute(
      SqlConnection connection, String statement, Collection<String> names) {
    return Statements.execute(
        connection, statement, Tuple.of((Object) names.toArray(String[]::new)));
  }

  /** Acquires the free ones of these locks without waiting; returns their names. */
  public static Future<Set<String>> tryAcquire(SqlConnection connection, Collection<String> names) {
    return tryExecute(connection, TRY_TAKE, names);
  }

  /**
   * Acquires the locks of a batch shared without waiting, except those held or requested
   * exclusively; returns their names. Items beyond {@link #MAX_PER_BATCH} locks get none; the first
   * item gets all of its own.
   */
  public static Future<Set<String>> tryAcquireShared(
      SqlConnection connection, List<? extends Collection<String>> batch) {
    return tryExecute(connection, TRY_TAKE_SHARED, bounded(batch));
  }

  private static Set<String> bounded(List<? extends Collection<String>> batch) {
    Set<String> names = new HashSet<>();
    for (Collection<String> item : batch) {
      if (!names.isEmpty() && names.size() + item.size() > MAX_PER_BATCH) {
        break;
      }
      names.addAll(item);
    }
    return names;
  }

  private static Future<Set<String>> tryExecute(
      SqlConnection connection, String statement, Collection<String> names) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of((Object) names.toArray(String[]::new)))
        .map(
            rows -> {
              Set<String> acquired = new HashSet<>();
              for (Row row : rows) {
                acquired.add(row.getString("name"));
              }
              return acquired;
            });
  }
}
