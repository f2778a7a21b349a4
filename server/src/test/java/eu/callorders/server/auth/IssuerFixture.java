package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.TestNode;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.auth.RegistrationEditor.Created;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A token issuer on a real database, with one tenant. */
final class IssuerFixture implements AutoCloseable {
  static final BiFunction<SqlConnection, String, Future<Void>> NO_SIDE_EFFECT =
      (connection, kid) -> Future.succeededFuture();
  static final RateLimit DEFAULT_RATE = new RateLimit(50, 100);

  final TestNode node = new TestNode();
  final SecureRandom random = new SecureRandom();
  final Keyring masterKeys = Keyring.of(List.of(SharedSigningKey.masterKey()), random);
  final RegistrationEditor registrations = new RegistrationEditor(node.clock, random);
  final SigningKeys keys = newKeys();
  final TokenIssuer issuer = issuer(keys);
  final AccessTokenCheck check = check(keys);
  final Tenant tenant = newTenant();

  /** A registration with its secret. */
  record RegisteredClient(UUID tenantId, UUID id, NewSecret secret) {
    String clientId() {
      return IdKind.CLIENT.format(id);
    }

    String clientSecret() {
      return secret.secret().text();
    }
  }

  /** The keys of another node. */
  SigningKeys newKeys() {
    SharedSigningKey.insertInto(node.postgres.owner(), node.clock.instant());
    SigningKeys started = new SigningKeys(node.vertx, node.database, masterKeys, node.clock);
    await(started.start());
    return started;
  }

  TokenIssuer issuer(SigningKeys keysOfNode) {
    return new TokenIssuer(
        node.vertx, node.database, keysOfNode, () -> TokenForge.ISSUER, node.clock, random);
  }

  AccessTokenCheck check(SigningKeys keysOfNode) {
    return new AccessTokenCheck(
        node.vertx, node.database, keysOfNode, () -> TokenForge.ISSUER, DEFAULT_RATE, node.clock);
  }

  AccessTokenCheck check(Supplier<Issuer> issuerOfNode) {
    return new AccessTokenCheck(
        node.vertx, node.database, keys, issuerOfNode, DEFAULT_RATE, node.clock);
  }

  Tenant newTenant() {
    UUID id = UuidV7.at(node.clock.instant(), random);
    Tenant created = TenantDefaults.tenant(id, "Tenant", "sandbox");
    await(
        node.database.asWorker(
            connection -> TenantStore.insert(connection, created, node.clock.instant())));
    return created;
  }

  /** Sets the retirement time of all retired keys. */
  void retireBefore(Instant instant) {
    await(
        node.database
            .workers()
            .preparedQuery("UPDATE signing_key SET retired_at = $1 WHERE retired_at IS NOT NULL")
            .execute(Tuple.of(instant.atOffset(ZoneOffset.UTC))));
  }

  void limitTenant(TenantRateLimits limits) {
    RateLimit requests = limits.requests();
    RateLimit bodies = limits.bodyBytes();
    await(
        node.database
            .workers()
            .preparedQuery(
                """
                UPDATE tenant
                   SET requests_per_second = $2, requests_burst = $3,
                       body_bytes_per_second = $4, body_bytes_burst = $5
                 WHERE id = $1
                """)
            .execute(
                Tuple.of(
                    tenant.id(),
                    requests == null ? null : requests.perSecond(),
                    requests == null ? null : requests.burst(),
                    bodies == null ? null : bodies.perSecond(),
                    bodies == null ? null : bodies.burst())));
  }

  void disableTenant() {
    await(
        node.database
            .workers()
            .query("UPDATE tenant SET disabled = true WHERE id = '" + tenant.id() + "'")
            .execute());
  }

  RegisteredClient client(Scope... scopes) {
    return client(new Settings("Client", Set.of(scopes), List.of(), false, null));
  }

  RegisteredClient client(Settings settings) {
    Created created =
        await(
            node.database.asWorker(
                connection -> registrations.create(connection, tenant.id(), settings)));
    return new RegisteredClient(tenant.id(), created.registration().id(), created.secret());
  }

  NewSecret addSecret(RegisteredClient client) {
    return await(
        node.database.asWorker(
            connection -> registrations.addSecret(connection, client.tenantId(), client.id())));
  }

  void revoke(RegisteredClient client, NewSecret secret, boolean endTokens) {
    await(
        node.database.asWorker(
            connection ->
                registrations.revokeSecret(
                    connection, client.tenantId(), client.id(), secret.id(), endTokens)));
  }

  void change(RegisteredClient client, UnaryOperator<Settings> change) {
    await(
        node.database.asWorker(
            connection ->
                registrations.change(connection, client.tenantId(), client.id(), change)));
  }

  String token(RegisteredClient client) {
    return await(
            issuer.issue(
                new TokenRequest(client.clientId(), client.secret().secret(), Optional.empty()),
                "192.0.2.1"))
        .path("access_token")
        .textValue();
  }

  @Override
  public void close() {
    node.close();
  }
}
