package eu.callorders.server.webhook.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Caches the decrypted signing secrets per endpoint revision; expires because secrets retire. */
final class ActiveSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(ActiveSecrets.class);
  private static final Duration CACHE_TTL = Duration.ofSeconds(30);
  private static final int MAX_ENTRIES = 20_000;

  private final EndpointSecrets secrets;
  private final InstantSource realTime;
  private final Cache<Revision, List<SigningSecret>> cache;

  private record Revision(UUID endpointId, long number) {}

  ActiveSecrets(EndpointSecrets secrets, InstantSource realTime) {
    this.secrets = secrets;
    this.realTime = realTime;
    this.cache =
        Caffeine.newBuilder()
            .maximumSize(MAX_ENTRIES)
            .expireAfterWrite(CACHE_TTL)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(realTime.millis()))
            .executor(Runnable::run)
            .build();
  }

  /** One or two secrets, none for a deleted endpoint; empty when they are unreadable. */
  Future<Optional<List<SigningSecret>>> load(SqlConnection connection, Endpoint endpoint) {
    Revision revision = new Revision(endpoint.id(), endpoint.revision());
    List<SigningSecret> cached = cache.getIfPresent(revision);
    if (cached != null) {
      return Future.succeededFuture(Optional.of(cached));
    }
    return secrets
        .active(connection, endpoint.tenantId(), endpoint.id(), realTime.instant())
        .onSuccess(loaded -> cache.put(revision, loaded))
        .map(Optional::of)
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
    cache.invalidateAll();
  }
}
