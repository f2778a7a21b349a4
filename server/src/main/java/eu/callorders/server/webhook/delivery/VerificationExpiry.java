package eu.callorders.server.webhook.delivery;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.BatchWorker;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.Verification;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Expires overdue verifications; a failing endpoint does not affect others. */
public final class VerificationExpiry {
  private static final int BATCH = 100;

  private static final String OVERDUE =
      """
      SELECT id
        FROM webhook_endpoint
       WHERE deleted_at IS NULL AND verification_expires_at <= $1 AND id <> ALL ($3::uuid[])
       ORDER BY verification_expires_at
       LIMIT $2
      """;

  private final InstantSource realTime;
  private final BatchWorker batches;

  public VerificationExpiry(Database database, InstantSource realTime) {
    this.realTime = realTime;
    // expire() locks the rows itself.
    this.batches = new BatchWorker(database, "webhook_verification", (connection, id) -> true);
  }

  /** Expires one batch; returns the number of endpoints. Blocks a virtual thread. */
  public int runOnce() {
    return batches.run(this::overdue, this::expire).stream().mapToInt(Integer::intValue).sum();
  }

  private List<UUID> overdue(SqlConnection connection, UUID[] parked) {
    return BoundedWait.await(
            connection
                .preparedQuery(OVERDUE)
                .execute(Tuple.of(RowMapper.time(realTime.instant()), (long) BATCH, parked)))
        .stream()
        .map(row -> row.getUUID("id"))
        .toList();
  }

  private int expire(SqlConnection connection, List<UUID> overdue) {
    Instant now = realTime.instant();
    for (Endpoint endpoint : BoundedWait.await(EndpointStore.lockAll(connection, overdue))) {
      Instant until = endpoint.verification().expiresAt();
      if (until != null && !until.isAfter(now)) {
        Verification expired = endpoint.verification().expired();
        BoundedWait.await(
            EndpointStore.update(connection, endpoint.with(expired, endpoint.status(), now)));
      }
    }
    return overdue.size();
  }
}
