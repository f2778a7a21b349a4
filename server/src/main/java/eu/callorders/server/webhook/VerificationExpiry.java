package eu.callorders.server.webhook;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Rows;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Ends verifications whose time is up. */
public final class VerificationExpiry {
  private static final int BATCH = 100;

  private static final String OVERDUE =
      """
      SELECT id
        FROM webhook_endpoint
       WHERE deleted_at IS NULL AND expires_at <= $1
       ORDER BY expires_at
       LIMIT $2
      """;

  private final Database database;
  private final EndStore store = new EndStore();
  private final EndpointStore endpoints = new EndpointStore();
  private final InstantSource realTime;

  public VerificationExpiry(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  /** Ends one batch; answers how many endpoints that were. Blocks a virtual thread. */
  public int runOnce() {
    Instant now = realTime.instant();
    return database.inWorker(connection -> expire(connection, now));
  }

  private int expire(SqlConnection connection, Instant now) {
    List<UUID> overdue =
        BoundedWait.await(
                connection.preparedQuery(OVERDUE).execute(Tuple.of(Rows.time(now), (long) BATCH)))
            .stream()
            .map(row -> row.getUUID("id"))
            .toList();
    if (overdue.isEmpty()) {
      return 0;
    }
    for (Endpoint endpoint : BoundedWait.await(store.lock(connection, overdue))) {
      Instant until = endpoint.verification().expiresAt();
      if (until != null && !until.isAfter(now)) {
        Verification expired = endpoint.verification().expired();
        BoundedWait.await(
            endpoints.update(connection, endpoint.with(expired, endpoint.status(), now)));
      }
    }
    return overdue.size();
  }
}
