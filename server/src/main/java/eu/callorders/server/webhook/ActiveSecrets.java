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

/** Caches the decrypted signing secrets per endpoint revision; expires because secrets retire. */
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

  /** One or two secrets, none for a deleted endpoint; empty when they are unreadable. */
  Future<Optional<List<SigningSecret>>> of(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant();
    Known cached = known.get(endpoint.id());
    if (cached != null
        && cached.revision() == endpoint.revision()
        && cached.since().plus(LAST).isAfter(now)) {
      return Future.succeededFuture(Optional.of(cached.secrets()));
    }
    return secrets
        .active(connection, endpoint.tenantId(), endpoint.id(), now)
        .map(
            secrets -> {
              remember(endpoint, new Known(endpoint.revision(), now, secrets));
              return Optional.of(secrets);
            })
        .recover(failure -> unless(failure, endpoint));
  }

  private static Future<Optional<List<SigningSecret>>> unless(
      Throwable failure, Endpoint endpoint) {
    if (failure instanceof EndpointSecrets.Unreadable) {
      LOG.error("signing secrets of endpoint {} unreadable", endpoint.id(), failure);
      return Future.succeededFuture(Optional.empty());
    }
    return Future.failedFuture(failure);
  }

  void clear() {
    known.clear();
  }

  private void remember(Endpoint endpoint, Known entry) {
    if (known.size() >= MOST) {
      known.clear();
    }
    known.put(endpoint.id(), entry);
  }
}
