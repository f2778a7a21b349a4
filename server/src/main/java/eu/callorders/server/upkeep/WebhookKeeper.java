package eu.callorders.server.upkeep;

import eu.callorders.server.database.Database;
import eu.callorders.server.webhook.DeliveryRetention;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Removes what webhooks leave behind: what waits for a delivery that is no longer in the log,
 * secrets that have retired, replays that ended long ago. Every step is a short transaction of its
 * own. Any number of nodes may do this at once.
 */
public final class WebhookKeeper {
  private static final String NEVER_SENT =
      """
      DELETE FROM webhook_due
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM webhook_due
                WHERE due_at < now() AND created_at < $1::timestamptz - interval '1 day'
                LIMIT $2))
      """;

  private static final String RETIRED =
      """
      DELETE FROM webhook_secret
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM webhook_secret
                WHERE retires_at < now() - interval '1 hour' AND $1::timestamptz IS NOT NULL
                LIMIT $2))
      """;

  private static final String REPLAYED =
      """
      DELETE FROM webhook_replay
       WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_replay WHERE ended_at < $1 LIMIT $2))
      """;

  private static final long BATCH = 1_000;

  private final Database database;

  public WebhookKeeper(Database database) {
    this.database = database;
  }

  /** Does all of it, as of {@code now} in real time. Blocks a virtual thread. */
  public void runOnce(Instant now) {
    OffsetDateTime expired = DeliveryRetention.oldest(now).atOffset(ZoneOffset.UTC);
    delete(NEVER_SENT, expired);
    delete(RETIRED, expired);
    delete(REPLAYED, expired);
  }

  private void delete(String statement, OffsetDateTime before) {
    int deleted;
    do {
      deleted = run(statement, Tuple.of(before, BATCH));
    } while (deleted == BATCH);
  }

  private int run(String statement, Tuple arguments) {
    return database.inWorker(
        connection -> connection.preparedQuery(statement).execute(arguments).await().rowCount());
  }
}
