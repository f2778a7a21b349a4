package eu.callorders.server.maintenance;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.webhook.delivery.Delivery;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Deletes queue rows without a delivery in the log, retired secrets, replays that ended long ago,
 * and endpoints deleted before the oldest delivery of the log, in short transactions. Several nodes
 * may run it concurrently.
 */
public final class WebhookCleaner {
  private static final String NEVER_SENT =
      """
      DELETE FROM webhook_delivery_queue
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM webhook_delivery_queue
                WHERE due_at < now() AND created_at < $1
                LIMIT $2))
      """;

  private static final String RETIRED =
      """
      DELETE FROM webhook_secret
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM webhook_secret
                WHERE retires_at < $1
                LIMIT $2))
      """;

  private static final String REPLAYED =
      """
      DELETE FROM webhook_replay
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_replay WHERE ended_at < $1 LIMIT $2))
      """;

  /** Waits for the secrets and replays of a deleted endpoint to be removed. */
  private static final String DELETED =
      """
      DELETE FROM webhook_endpoint
       WHERE id = ANY (ARRAY(
               SELECT e.id
                 FROM webhook_endpoint e
                WHERE e.deleted_at < $1
                  AND NOT EXISTS (SELECT FROM webhook_replay r WHERE r.endpoint_id = e.id)
                  AND NOT EXISTS (SELECT FROM webhook_secret s WHERE s.endpoint_id = e.id)
                LIMIT $2))
      """;

  /** For clock differences, and because a partition is dropped only after its whole day. */
  private static final Duration SLACK = Duration.ofDays(1);

  private static final long BATCH = 1_000;

  private final Database database;

  public WebhookCleaner(Database database) {
    this.database = database;
  }

  /** Runs all steps as of {@code now} in real time. Blocks a virtual thread. */
  public void runOnce(Instant now) {
    Instant expired = now.minus(Delivery.RETENTION);
    delete(NEVER_SENT, expired.minus(SLACK));
    delete(RETIRED, now.minus(SLACK));
    delete(REPLAYED, expired);
    delete(DELETED, expired.minus(SLACK));
  }

  private void delete(String statement, Instant before) {
    int deleted;
    do {
      deleted = run(statement, Tuple.of(before.atOffset(ZoneOffset.UTC), BATCH));
    } while (deleted == BATCH);
  }

  private int run(String statement, Tuple arguments) {
    return database.inWorker(
        connection ->
            BoundedWait.await(connection.preparedQuery(statement).execute(arguments)).rowCount());
  }
}
