package eu.callorders.server.webhook.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import eu.callorders.core.signing.SigningSecret;
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
public final class ActiveSecrets {
  private static final Logger LOG = LoggerFactory.getLogger(ActiveSecrets.class);
  private static final Duration CACHE_TTL = Duration.ofSeconds(30);
  private static final int MAX_ENTRIES = 20_000;

  private final EndpointSecrets secrets;
  private final InstantSource realTime;
  private final Cache<Revision, List<SigningSecret>> cache;

  private record Revision(UUID endpointId, long number) {}

  public ActiveSecrets(EndpointSecrets secrets, InstantSource realTime) {
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

  /**
   * One or two secrets, none for a deleted endpoint; empty when they are unreadable.
   *
   * @param number of the endpoint's revision
   */
  public Future<Optional<List<SigningSecret>>> load(
      SqlConnection connection, UUID tenantId, UUID endpointId, long number) {
    Revision revision = new Revision(endpointId, number);
    List<SigningSecret> cached = cache.getIfPresent(revision);
    if (cached != null) {
      return Future.succeededFuture(Optional.of(cached));
    }
    return secrets
        .active(connection, tenantId, endpointId, realTime.instant())
        .onSuccess(loaded -> cache.put(revision, loaded))
        .map(Optional::of)
        .recover(failure -> emptyIfUnreadable(failure, endpointId));
  }

  private static Future<Optional<List<SigningSecret>>> emptyIfUnreadable(
      Throwable failure, UUID endpointId) {
    if (failure instanceof EndpointSecrets.UnreadableSecretException) {
      LOG.error("signing secrets of endpoint {} unreadable", endpointId, failure);
      return Future.succeededFuture(Optional.empty());
    }
    return Future.failedFuture(failure);
  }

  public void clear() {
    cache.invalidateAll();
  }
}
