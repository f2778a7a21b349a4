package eu.callorders.server.erasure;

import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.GatewayErasureStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedItems;
import io.vertx.core.Future;
import java.time.Duration;
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
    BoundedWait.await(
            GatewayErasureStore.claimNext(
                database.workers(), realTime.instant(), FIRST_PAUSE, BATCH))
        .forEach(attemptId -> requests.put(attemptId, requestErasure(attemptId)));
    BoundedWait.completes(Future.join(List.copyOf(requests.values())), RESPONSE_TIMEOUT);
    List<UUID> erased =
        requests.entrySet().stream()
            .filter(request -> isErased(request.getKey(), request.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    if (!erased.isEmpty()) {
      BoundedWait.await(GatewayErasureStore.delete(database.workers(), erased));
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
}
