package eu.callorders.server.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Caches the state of registrations for two seconds, so that disabling a registration or tenant
 * ends its tokens within five seconds on every node.
 */
final class RegistrationCache {
  private static final Duration MAX_AGE = Duration.ofSeconds(2);
  private static final int MAX_ENTRIES = 10_000;

  private static final String FIND =
      """
      SELECT r.tenant_id, r.scopes, r.allowlist, r.rate_per_second, r.rate_burst,
        t.requests_per_second, t.requests_burst, t.body_bytes_per_second, t.body_bytes_burst,
        ARRAY(SELECT s.id FROM client_secret s
              WHERE s.registration_id = r.id AND s.ends_tokens) AS ended_secrets
      FROM client_registration r JOIN tenant t ON t.id = r.tenant_id
      WHERE r.id = $1 AND NOT r.disabled AND NOT t.disabled
      """;

  private final Vertx vertx;
  private final Database database;
  private final InstantSource clock;

  /** Bounded only: {@link #isFresh} decides the age, since the clock may be set back. */
  private final Cache<UUID, Entry> entries =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();

  /** A query, completed or in progress, and its start. */
  private record Entry(Future<Optional<Active>> result, Instant at) {}

  /**
   * An enabled registration of an enabled tenant.
   *
   * @param rateLimit null for the default
   * @param endedSecrets revoked secrets whose tokens are ended too
   */
  record Active(
      UUID tenantId,
      Set<Scope> scopes,
      List<Cidr> allowlist,
      @Nullable RateLimit rateLimit,
      TenantRateLimits tenantRateLimits,
      Set<UUID> endedSecrets) {}

  RegistrationCache(Vertx vertx, Database database, InstantSource clock) {
    this.vertx = vertx;
    this.database = database;
    this.clock = clock;
    database.onNewInstance(entries::invalidateAll);
  }

  /** The registration; empty when disabled or deleted. */
  Future<Optional<Active>> find(UUID registrationId) {
    Entry existing = entries.getIfPresent(registrationId);
    Entry entry = existing != null && isFresh(existing) ? existing : renew(registrationId);
    return SharedFuture.onCallersContext(vertx, entry.result());
  }

  /** Queries the database; concurrent callers share one query. */
  private Entry renew(UUID registrationId) {
    return entries
        .asMap()
        .compute(
            registrationId,
            (id, existing) -> existing != null && isFresh(existing) ? existing : read(id));
  }

  private boolean isFresh(Entry entry) {
    Instant now = clock.instant();
    return !entry.result().failed()
        && !now.isBefore(entry.at())
        && now.isBefore(entry.at().plus(MAX_AGE));
  }

  private Entry read(UUID id) {
    Instant at = clock.instant();
    Future<Optional<Active>> result =
        database
            .workers()
            .preparedQuery(FIND)
            .execute(Tuple.of(id))
            .map(RowMapper.first(RegistrationCache::read));
    return new Entry(result, at);
  }

  private static Active read(Row row) {
    return new Active(
        row.getUUID("tenant_id"),
        Scope.ofAll(List.of(row.getArrayOfStrings("scopes"))),
        Credentials.allowlist(row),
        RegistrationStore.rateLimit(row),
        TenantStore.rateLimits(row),
        Set.of(row.getArrayOfUUIDs("ended_secrets")));
  }
}
