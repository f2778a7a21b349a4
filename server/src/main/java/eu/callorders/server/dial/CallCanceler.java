package eu.callorders.server.dial;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.OverdueStore.SilentAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Requests the gateway to end calls, each once, and again after a pause: only the reported end
 * counts.
 */
final class CallCanceler {
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);
  private static final UUID FIRST = new UUID(0, 0);

  private final Database database;
  private final VoiceGateway gateway;
  private final Calls calls;
  private final int batch;
  private final InstantSource realTime;
  private final Map<UUID, Instant> requestedAt = new HashMap<>();
  private UUID last = FIRST;

  /** Reads running calls to end, ordered by id. */
  interface Calls {
    Future<List<SilentAttempt>> read(SqlConnection connection, int limit, UUID after);
  }

  CallCanceler(
      Database database, VoiceGateway gateway, Calls calls, int batch, InstantSource realTime) {
    this.database = database;
    this.gateway = gateway;
    this.calls = calls;
    this.batch = batch;
    this.realTime = realTime;
  }

  void runOnce() {
    Instant now = realTime.instant();
    requestedAt.values().removeIf(requested -> requested.plus(RETRY_INTERVAL).isBefore(now));
    for (SilentAttempt attempt : nextPage()) {
      if (requestedAt.putIfAbsent(attempt.id(), now) == null) {
        var _ =
            GatewayRequests.send(
                () -> gateway.cancel(attempt.id(), attempt.gatewayRef()),
                fault -> CancelResult.UNKNOWN);
      }
    }
  }

  /** Rotates, so that calls that continue do not delay others. */
  private List<SilentAttempt> nextPage() {
    UUID after = last;
    List<SilentAttempt> page =
        database.inWorker(connection -> BoundedWait.await(calls.read(connection, batch, after)));
    last = page.size() < batch ? FIRST : page.getLast().id();
    return page;
  }
}
