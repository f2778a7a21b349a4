package eu.callorders.server.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.signing.Sha256;
import eu.callorders.server.auth.RegistrationCache.Active;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.TokenCheck;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Verifies an access token, then checks the current state of its registration. */
public final class AccessTokenCheck implements TokenCheck {
  private static final int MAX_CACHED = 10_000;

  private final SigningKeys keys;
  private final TokenVerifier verifier;
  private final RegistrationCache registrations;
  private final RateLimit defaultRateLimit;
  private final InstantSource clock;

  /** Verified tokens by SHA-256 of their text, dropped when they must have expired. */
  private final Cache<ByteBuffer, TokenVerification.Valid> verified =
      Caffeine.newBuilder()
          .maximumSize(MAX_CACHED)
          .expireAfterWrite(AccessToken.LIFETIME.plus(AccessToken.LEEWAY))
          .executor(Runnable::run)
          .build();

  public AccessTokenCheck(
      Vertx vertx,
      Database database,
      SigningKeys keys,
      Supplier<Issuer> issuer,
      RateLimit defaultRateLimit,
      InstantSource clock) {
    this.keys = keys;
    this.verifier = new TokenVerifier(issuer, keys::find);
    this.registrations = new RegistrationCache(vertx, database, clock);
    this.defaultRateLimit = defaultRateLimit;
    this.clock = clock;
    database.onNewInstance(verified::invalidateAll);
  }

  @Override
  public Future<Caller> check(String bearerToken, String sourceAddress) {
    return keys.refresh()
        .compose(refreshed -> verify(bearerToken))
        .compose(
            token ->
                registrations
                    .find(token.clientId())
                    .map(active -> caller(token, active, sourceAddress)));
  }

  private Future<AccessToken> verify(String text) {
    Instant now = clock.instant();
    TokenVerification.Valid known = verified.getIfPresent(key(text));
    if (known != null && !known.token().isExpiredAt(now) && keys.find(known.kid()).isPresent()) {
      return Future.succeededFuture(known.token());
    }
    return switch (verifier.verify(text, now)) {
      case TokenVerification.UnknownKey unknown ->
          keys.refreshForUnknownKey()
              .map(searched -> requireValid(text, verifier.verify(text, now)));
      case TokenVerification.Valid valid -> Future.succeededFuture(cache(text, valid));
      case TokenVerification.Invalid invalid -> Future.failedFuture(unauthorized(invalid.reason()));
    };
  }

  private AccessToken requireValid(String text, TokenVerification verdict) {
    return switch (verdict) {
      case TokenVerification.Valid valid -> cache(text, valid);
      case TokenVerification.UnknownKey unknown ->
          throw unauthorized("The access token is signed by an unknown key.");
      case TokenVerification.Invalid invalid -> throw unauthorized(invalid.reason());
    };
  }

  private AccessToken cache(String text, TokenVerification.Valid valid) {
    verified.put(key(text), valid);
    return valid.token();
  }

  private static ByteBuffer key(String text) {
    return ByteBuffer.wrap(Sha256.of(text));
  }

  private Caller caller(AccessToken token, Optional<Active> registration, String sourceAddress) {
    Active active =
        registration.orElseThrow(
            () -> unauthorized("The registration of the access token is not active."));
    if (!active.tenantId().equals(token.tenantId())
        || active.endedSecrets().contains(token.secretId())) {
      throw unauthorized("The access token has been revoked.");
    }
    if (!ClientAddress.of(sourceAddress).isAllowedBy(active.allowlist())) {
      throw ProblemException.of(
          ProblemCode.IP_NOT_ALLOWLISTED,
          "The registration may not be used from this source address.");
    }
    return new Caller(
        token.tenantId(),
        token.clientId(),
        token.scopes().stream()
            .filter(active.scopes()::contains)
            .map(Scope::wire)
            .collect(Collectors.toSet()),
        active.rateLimit() == null ? defaultRateLimit : active.rateLimit(),
        active.tenantRateLimits());
  }

  private static ProblemException unauthorized(String detail) {
    return ProblemException.of(ProblemCode.UNAUTHORIZED, detail);
  }
}
