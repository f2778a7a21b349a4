package eu.callorders.server.database;

import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.logging.ThrowableRedactor;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Items that a loop could not process, stored for the operator and counted by a metric. */
public final class FailedWork {
  private static final Logger LOG = LoggerFactory.getLogger(FailedWork.class);

  private static final String KEEP =
      """
      INSERT INTO failed_work AS f (kind, item_id, detail, error, attempt_id)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (kind, item_id) DO UPDATE
         SET detail = excluded.detail, error = excluded.error, failures = f.failures + 1,
             last_failed_at = now()
      """;

  private static final String PURGE =
      """
      DELETE FROM failed_work
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM failed_work
                WHERE last_failed_at < now() - interval '30 days'
                LIMIT $1))
      """;

  /** Comparing the tenant as text forces the index by id. */
  private static final String DELETE_OF_ATTEMPTS =
      """
      DELETE FROM failed_work f
       USING call_attempt a
       WHERE a.tenant_id::text = $1::uuid::text AND a.id = ANY ($2) AND f.attempt_id = a.id
      """;

  private FailedWork() {}

  /**
   * Stores and logs an item.
   *
   * @param kind of item, in the singular
   * @param detail data for processing it by hand
   */
  public static Future<Void> save(
      SqlConnection connection,
      String kind,
      String itemId,
      String detail,
      @Nullable Throwable failure) {
    return save(connection, kind, itemId, detail, null, failure);
  }

  /**
   * Stores and logs an item about an attempt.
   *
   * @param attemptId an erasure of the subject deletes the stored item
   */
  public static Future<Void> save(
      SqlConnection connection,
      String kind,
      String itemId,
      String detail,
      @Nullable UUID attemptId,
      @Nullable Throwable failure) {
    ProcessExit.haltIfOutOfMemory(failure);
    LOG.error("{} {} cannot be processed and is skipped", kind, itemId, failure);
    return connection
        .preparedQuery(KEEP)
        .execute(Tuple.of(kind, itemId, detail, ThrowableRedactor.describe(failure), attemptId))
        .mapEmpty();
  }

  /**
   * Deletes at most {@code limit} items that failed more than thirty days ago; returns how many.
   */
  public static Future<Integer> purge(SqlConnection connection, int limit) {
    return Statements.update(connection, PURGE, Tuple.of(limit));
  }

  /** Deletes the items about attempts. */
  public static Future<Void> deleteOfAttempts(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds) {
    return Statements.execute(
        connection, DELETE_OF_ATTEMPTS, RowMapper.tenantAndIds(tenantId, attemptIds));
  }
}
