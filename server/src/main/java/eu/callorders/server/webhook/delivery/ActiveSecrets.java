package eu.callorders.server.webhook.delivery;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
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
  private static final Duration CACHE_TTL = Duration.ofSeconds(30);
  private static final int MAX_ENTRIES = 20_000;

  private final EndpointSecrets secrets;
  private final InstantSource realTime;
  private final Map<UUID, CachedSecrets> cache = new ConcurrentHashMap<>();

  private record CachedSecrets(long revision, Instant loadedAt, List<SigningSecret> secrets) {}

  ActiveSecrets(EndpointSecrets secrets, InstantSource realTime) {
    this.secrets = secrets;
    this.realTime = realTime;
  }

  /** One or two secrets, none for a deleted endpoint; empty when they are unreadable. */
  Future<Optional<List<SigningSecret>>> load(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant();
    CachedSecrets cached = cache.get(endpoint.id());
    if (cached != null
        && cached.revision() == endpoint.revision()
        && cached.loadedAt().plus(CACHE_TTL).isAfter(now)) {
      return Future.succeededFuture(Optional.of(cached.secrets()));
    }
    return secrets
        .active(connection, endpoint.tenantId(), endpoint.id(), now)
        .map(
            secrets -> {
              store(endpoint, new CachedSecrets(endpoint.revision(), now, secrets));
              return Optional.of(secrets);
            })
        .recover(failure -> emptyIfUnreadable(failure, endpoint));
  }

  private static Future<Optional<List<SigningSecret>>> emptyIfUnreadable(
      Throwable failure, Endpoint endpoint) {
    if (failure instanceof EndpointSecrets.UnreadableSecretException) {
      LOG.error("signing secrets of endpoint {} unreadable", endpoint.id(), failure);
      return Future.succeededFuture(Optional.empty());
    }
    return Future.failedFuture(failure);
  }

  void clear() {
    cache.clear();
  }

  private void store(Endpoint endpoint, CachedSecrets entry) {
    if (cache.size() >= MAX_ENTRIES) {
      cache.clear();
    }
    cache.put(endpoint.id(), entry);
  }
}
