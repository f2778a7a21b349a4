package eu.callorders.server.erasure;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Rows;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the gateway to forget calls, again and again until it says that it has. */
public final class GatewayErasures {
  private static final int BATCH = 50;
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 10;

  /** The next try is written down before this one: who crashes in between leaves no gap. */
  private static final String NEXT =
      """
      UPDATE gateway_erasure g
         SET tries = g.tries + 1,
             next_try_at = $1 + $2 * interval '1 second' * (1 << LEAST(g.tries, $3))
       WHERE g.attempt_id IN (SELECT attempt_id
                                FROM gateway_erasure
                               WHERE next_try_at <= $1 AND
      """
          + RecoveryHalt.NOT_IN_FORCE
          + """
                                   ORDER BY next_try_at
                                   LIMIT $4
                                     FOR UPDATE SKIP LOCKED)
          RETURNING g.attempt_id
          """;

  private static final String FORGOTTEN = "DELETE FROM gateway_erasure WHERE attempt_id = ANY ($1)";

  /** Of one call. Its next try is written down already. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(GatewayErasures.class);

  private final Database database;
  private final VoiceGateway gateway;
  private final InstantSource realTime;

  public GatewayErasures(Database database, VoiceGateway gateway, InstantSource realTime) {
    this.database = database;
    this.gateway = gateway;
    this.realTime = realTime;
  }

  /** Asks for one batch; answers how many calls that were. Blocks a virtual thread. */
  public int runOnce() {
    List<UUID> asked = next();
    UUID[] forgotten = asked.stream().filter(this::forgotten).toArray(UUID[]::new);
    if (forgotten.length > 0) {
      BoundedWait.await(
          database.workers().preparedQuery(FORGOTTEN).execute(Tuple.of((Object) forgotten)));
    }
    return asked.size();
  }

  private List<UUID> next() {
    Instant now = realTime.instant();
    return BoundedWait.await(
            database
                .workers()
                .preparedQuery(NEXT)
                .execute(Tuple.of(Rows.time(now), FIRST_PAUSE.toSeconds(), MOST_DOUBLINGS, BATCH)))
        .stream()
        .map(row -> row.getUUID("attempt_id"))
        .toList();
  }

  private boolean forgotten(UUID attemptId) {
    try {
      return BoundedWait.await(Future.fromCompletionStage(gateway.forget(attemptId)), TO_ANSWER);
    } catch (Exception silent) { // checked ones too, undeclared
      if (!(silent instanceof TimeoutException)) {
        throw silent;
      }
      LOG.warn("the gateway did not answer the erasure of attempt {} in time", attemptId);
      return false;
    }
  }
}
