package eu.callorders.server.erasure;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests the erasure of calls at the gateway until it confirms. */
public final class GatewayErasureWorker {
  private static final int BATCH = 10;
  private static final int MAX_TRIES = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final int MAX_DOUBLINGS = 10;

  /** Schedules the next try before the current one, so a crash in between loses nothing. */
  private static final String CLAIM_NEXT =
      """
      UPDATE gateway_erasure g
         SET attempt_count = g.attempt_count + 1,
             next_attempt_at = $1 + $2 * interval '1 second' * (1 << LEAST(g.attempt_count, $3))
       WHERE g.attempt_id IN (SELECT attempt_id
                                FROM gateway_erasure
                               WHERE next_attempt_at <= $1 AND
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
                                   ORDER BY next_attempt_at
                                   LIMIT $4
                                     FOR UPDATE SKIP LOCKED)
          RETURNING g.attempt_id
          """;

  private static final String DELETE = "DELETE FROM gateway_erasure WHERE attempt_id = ANY ($1)";

  /** Response timeout of a batch; its next try is already scheduled. */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(GatewayErasureWorker.class);

  private final Database database;
  private final VoiceGateway gateway;
  private final InstantSource realTime;
  private final FailedItems failures;

  public GatewayErasureWorker(Database database, VoiceGateway gateway, InstantSource realTime) {
    this.database = database;
    this.gateway = gateway;
    this.realTime = realTime;
    this.failures = new FailedItems(database, "gateway_erasure", failure -> MAX_TRIES, FIRST_PAUSE);
  }

  /**
   * Requests one batch concurrently, so that an unresponsive gateway costs one timeout. Returns the
   * number of requested calls. Blocks a virtual thread.
   */
  public int runOnce() {
    Map<UUID, Future<Boolean>> requests = new LinkedHashMap<>();
    claimNext().forEach(attemptId -> requests.put(attemptId, requestErasure(attemptId)));
    BoundedWait.completes(Future.join(List.copyOf(requests.values())), RESPONSE_TIMEOUT);
    UUID[] erased =
        requests.entrySet().stream()
            .filter(request -> isErased(request.getKey(), request.getValue()))
            .map(Map.Entry::getKey)
            .toArray(UUID[]::new);
    if (erased.length > 0) {
      BoundedWait.await(
          database.workers().preparedQuery(DELETE).execute(Tuple.of((Object) erased)));
    }
    return requests.size();
  }

  private Future<Boolean> requestErasure(UUID attemptId) {
    return Future.succeededFuture(attemptId)
        .compose(id -> Future.fromCompletionStage(gateway.erase(id)));
  }

  /** A failed request does not affect others; it is retried like one without a response. */
  private boolean isErased(UUID attemptId, Future<Boolean> response) {
    if (!response.isComplete()) {
      LOG.warn("gateway erasure of attempt {} timed out", attemptId);
      return false;
    }
    if (response.failed()) {
      failures.recordFailure(attemptId, response.cause());
      return false;
    }
    failures.recordSuccess(List.of(attemptId));
    return response.result();
  }

  private List<UUID> claimNext() {
    Instant now = realTime.instant();
    return BoundedWait.await(
            database
                .workers()
                .preparedQuery(CLAIM_NEXT)
                .execute(
                    Tuple.of(RowMapper.time(now), FIRST_PAUSE.toSeconds(), MAX_DOUBLINGS, BATCH)))
        .stream()
        .map(row -> row.getUUID("attempt_id"))
        .toList();
  }
}
