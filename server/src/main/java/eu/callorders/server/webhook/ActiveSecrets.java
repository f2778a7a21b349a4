package eu.callorders.server.webhook;

import eu.callorders.core.signing.SigningSecret;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets that sign for an endpoint, opened once per revision, and looked up again after a
 * while, since one of them may retire.
 */
final class ActiveSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(ActiveSecrets.class);
  private static final Duration LAST = Duration.ofSeconds(30);
  private static final int MOST = 20_000;

  private final EndpointSecrets secrets;
  private final InstantSource realTime;
  private final Map<UUID, Known> known = new ConcurrentHashMap<>();

  private record Known(long revision, Instant since, List<SigningSecret> secrets) {}

  ActiveSecrets(EndpointSecrets secrets, InstantSource realTime) {
    this.secrets = secrets;
    this.realTime = realTime;
  }

  /**
   * One or two; none when the endpoint has just been deleted. Empty when they cannot be opened:
   * that must not keep anybody from sending to others.
   */
  Future<Optional<List<SigningSecret>>> of(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant();
    Known found = known.get(endpoint.id());
    if (found != null
        && found.revision() == endpoint.revision()
        && found.since().plus(LAST).isAfter(now)) {
      return Future.succeededFuture(Optional.of(found.secrets()));
    }
    return secrets
        .active(connection, endpoint.tenantId(), endpoint.id(), now)
        .map(
            active -> {
              remember(endpoint, new Known(endpoint.revision(), now, active));
              return Optional.of(active);
            })
        .recover(failure -> unless(failure, endpoint));
  }

  private static Future<Optional<List<SigningSecret>>> unless(
      Throwable failure, Endpoint endpoint) {
    if (failure instanceof EndpointSecrets.Unreadable) {
      LOG.error("nothing can be signed for endpoint {}", endpoint.id(), failure);
      return Future.succeededFuture(Optional.empty());
    }
    return Future.failedFuture(failure);
  }

  void clear() {
    known.clear();
  }

  private void remember(Endpoint endpoint, Known fresh) {
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(endpoint.id(), fresh);
  }
}
