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

/** Asks the gateway to forget calls, again and again until it says that it has. */
public final class GatewayErasureWorker {
  private static final int BATCH = 10;
  private static final int TRIES = 3;
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 10;

  /** The next try is written down before this one: who crashes in between leaves no gap. */
  private static final String NEXT =
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

  private static final String FORGOTTEN = "DELETE FROM gateway_erasure WHERE attempt_id = ANY ($1)";

  /** Of one call. Its next try is written down already. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(GatewayErasureWorker.class);

  private final Database database;
  private final VoiceGateway gateway;
  private final InstantSource realTime;
  private final FailedItems failures;

  public GatewayErasureWorker(Database database, VoiceGateway gateway, InstantSource realTime) {
    this.database = database;
    this.gateway = gateway;
    this.realTime = realTime;
    this.failures = new FailedItems(database, "gateway_erasure", failure -> TRIES, FIRST_PAUSE);
  }

  /**
   * Asks for one batch, all at once, so that a gateway that does not answer costs one time-out.
   * Answers how many calls that were. Blocks a virtual thread.
   */
  public int runOnce() {
    Map<UUID, Future<Boolean>> asked = new LinkedHashMap<>();
    next().forEach(attemptId -> asked.put(attemptId, forget(attemptId)));
    BoundedWait.completes(Future.join(List.copyOf(asked.values())), TO_ANSWER);
    UUID[] forgotten =
        asked.entrySet().stream()
            .filter(call -> isForgotten(call.getKey(), call.getValue()))
            .map(Map.Entry::getKey)
            .toArray(UUID[]::new);
    if (forgotten.length > 0) {
      BoundedWait.await(
          database.workers().preparedQuery(FORGOTTEN).execute(Tuple.of((Object) forgotten)));
    }
    return asked.size();
  }

  private Future<Boolean> forget(UUID attemptId) {
    return Future.succeededFuture(attemptId)
        .compose(id -> Future.fromCompletionStage(gateway.forget(id)));
  }

  /**
   * A call that cannot be asked about stops no other; it comes again like one without an answer.
   */
  private boolean isForgotten(UUID attemptId, Future<Boolean> answer) {
    if (!answer.isComplete()) {
      LOG.warn("the gateway did not answer the erasure of attempt {} in time", attemptId);
      return false;
    }
    if (answer.failed()) {
      failures.failed(attemptId, answer.cause());
      return false;
    }
    failures.succeeded(List.of(attemptId));
    return answer.result();
  }

  private List<UUID> next() {
    Instant now = realTime.instant();
    return BoundedWait.await(
            database
                .workers()
                .preparedQuery(NEXT)
                .execute(
                    Tuple.of(RowMapper.time(now), FIRST_PAUSE.toSeconds(), MOST_DOUBLINGS, BATCH)))
        .stream()
        .map(row -> row.getUUID("attempt_id"))
        .toList();
  }
}
