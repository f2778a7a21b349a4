package eu.callorders.server.auth;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Database;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Authenticates clients and locks them after repeated failures. */
final class ClientAuthentication {
  private static final UUID UNKNOWN_CLIENT = new UUID(0, 0);

  private final Database database;
  private final InstantSource clock;

  ClientAuthentication(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * @param secretId the secret that was presented
   */
  record AuthenticatedClient(
      UUID tenantId, UUID registrationId, UUID secretId, Set<Scope> scopes) {}

  /** The client; failed with {@link OAuthError.OAuthException}. */
  Future<AuthenticatedClient> authenticate(
      String clientId, ClientSecret secret, String sourceAddress) {
    UUID id = IdKind.CLIENT.parse(clientId).orElse(UNKNOWN_CLIENT);
    Instant now = clock.instant();
    ClientAddress source = ClientAddress.of(sourceAddress);
    return Credentials.find(database.workers(), id, source.group(), now)
        .compose(
            found ->
                found.isPresent() && !found.get().disabled()
                    ? verify(found.get(), secret, source, now)
                    : failAsUnknown(secret, now));
  }

  /** Takes as long as a wrong secret, so that timing does not reveal existing clients. */
  private Future<AuthenticatedClient> failAsUnknown(ClientSecret secret, Instant now) {
    Credentials.match(List.of(), secret);
    return countFailure(UNKNOWN_CLIENT, LockoutStore.UNKNOWN_ADDRESSES, now);
  }

  private Future<AuthenticatedClient> verify(
      Credentials credentials, ClientSecret secret, ClientAddress source, Instant now) {
    Optional<UUID> matched = Credentials.match(credentials.secrets(), secret);
    if (!source.isAllowedBy(credentials.allowlist())) {
      return refuse(OAuthError.unauthorizedClient());
    }
    Instant lockedUntil = credentials.lockedUntil();
    if (lockedUntil != null && now.isBefore(lockedUntil)) {
      return refuse(OAuthError.locked(Duration.between(now, lockedUntil)));
    }
    Instant knownSince = credentials.addressKnownSince();
    if (matched.isEmpty()) {
      String counted = knownSince == null ? LockoutStore.UNKNOWN_ADDRESSES : source.group();
      return countFailure(credentials.registrationId(), counted, now);
    }
    AuthenticatedClient client =
        new AuthenticatedClient(
            credentials.tenantId(),
            credentials.registrationId(),
            matched.get(),
            credentials.scopes());
    return knownSince != null && knownSince.isAfter(now.minus(LockoutStore.UPDATE_INTERVAL))
        ? Future.succeededFuture(client)
        : recordSuccess(client, source.group(), now);
  }

  private Future<AuthenticatedClient> recordSuccess(
      AuthenticatedClient client, String address, Instant now) {
    return database
        .asWorker(
            connection ->
                LockoutStore.recordSuccess(
                    connection, client.registrationId(), client.tenantId(), address, now))
        .map(client);
  }

  private Future<AuthenticatedClient> countFailure(
      UUID registrationId, String address, Instant now) {
    return database
        .asWorker(connection -> LockoutStore.countFailure(connection, registrationId, address, now))
        .compose(counted -> refuse(OAuthError.invalidClient()));
  }

  private static Future<AuthenticatedClient> refuse(OAuthError error) {
    return Future.failedFuture(new OAuthError.OAuthException(error));
  }
}
