package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.TestNode;
import eu.callorders.server.auth.IssuerFixture.RegisteredClient;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.http.Caller;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.TenantRateLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class AccessTokenCheckTest {
  private static final String ADDRESS = "192.0.2.1";
  private static final Duration REVOCATION_DELAY = Duration.ofSeconds(5);

  @AutoClose private static final IssuerFixture auth = new IssuerFixture();

  @Test
  void returnsCaller() {
    RegisteredClient client = auth.client(Scope.ORDERS_READ, Scope.EVENTS_READ);

    assertThat(check(auth.token(client)))
        .isEqualTo(
            new Caller(
                auth.tenant.id(),
                client.id(),
                Set.of("orders:read", "events:read"),
                IssuerFixture.DEFAULT_RATE));
  }

  @Test
  void returnsRateLimitOfRegistration() {
    RateLimit own = new RateLimit(5, 7);
    RegisteredClient client = auth.client(new Settings("Slow", Scope.all(), List.of(), false, own));

    assertThat(check(auth.token(client)).rateLimit()).isEqualTo(own);
  }

  @Test
  void returnsRateLimitsOfTenant() {
    TenantRateLimits limits =
        new TenantRateLimits(new RateLimit(3, 4), new RateLimit(5, 6_000_000));
    auth.limitTenant(limits);
    try {
      assertThat(check(auth.token(auth.client())).tenantRateLimits()).isEqualTo(limits);
    } finally {
      auth.limitTenant(TenantRateLimits.NONE);
    }
  }

  @Test
  void isUnavailableUntilOwnAddressesAreKnown() {
    AtomicReference<Issuer> issuer = new AtomicReference<>();
    AccessTokenCheck early = auth.check(() -> known(issuer));
    String token = auth.token(auth.client());

    assertThat(TestNode.failure(early.check(token, ADDRESS)))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> assertThat(refusal.problem().code()).isEqualTo(ProblemCode.UNAVAILABLE));
    issuer.set(TokenForge.ISSUER);
    assertThat(await(early.check(token, ADDRESS)).tenantId()).isEqualTo(auth.tenant.id());
  }

  private static Issuer known(AtomicReference<Issuer> issuer) {
    if (issuer.get() == null) {
      throw new ProblemException(
          Problem.retryLater(ProblemCode.UNAVAILABLE, "Starting.", REVOCATION_DELAY));
    }
    return issuer.get();
  }

  @Test
  void rejectsDefectiveTokens() {
    DefectiveTokens.of(TokenForge.GENERATED)
        .forEach(
            (defect, token) -> assertThat(refusal(token)).as(defect).isEqualTo("unauthorized"));
  }

  @Test
  void rejectsExpiredCachedToken() {
    String token = auth.token(auth.client());
    check(token);
    auth.node.clock.advance(AccessToken.LIFETIME.plus(AccessToken.LEEWAY));

    assertThat(refusal(token)).isEqualTo("unauthorized");
  }

  @Test
  void rejectsTokenOfDisabledRegistration() {
    RegisteredClient client = auth.client();
    String token = auth.token(client);
    check(token);
    auth.change(client, RegistrationChanges::disabled);
    auth.node.clock.advance(REVOCATION_DELAY);

    assertThat(refusal(token)).isEqualTo("unauthorized");
  }

  @Test
  void rejectsTokenOfDisabledTenant() {
    try (IssuerFixture own = new IssuerFixture()) {
      String token = own.token(own.client());
      await(own.check.check(token, ADDRESS));
      own.disableTenant();
      own.node.clock.advance(REVOCATION_DELAY);

      assertThat(TestNode.failure(own.check.check(token, ADDRESS)))
          .isInstanceOf(ProblemException.class);
    }
  }

  @Test
  void removesScopeThatRegistrationLost() {
    RegisteredClient client = auth.client(Scope.ORDERS_READ, Scope.ORDERS_WRITE);
    String token = auth.token(client);
    auth.change(client, before -> RegistrationChanges.scopes(before, Set.of(Scope.ORDERS_READ)));
    auth.node.clock.advance(REVOCATION_DELAY);

    assertThat(check(token).scopes()).containsExactly("orders:read");
  }

  @Test
  void acceptsTokenOfRevokedSecretUnlessTokensAreRevokedToo() {
    RegisteredClient client = auth.client();
    String token = auth.token(client);
    NewSecret second = auth.addSecret(client);
    auth.revoke(client, client.secret(), false);
    auth.node.clock.advance(REVOCATION_DELAY);
    check(token);

    RegisteredClient renewed = new RegisteredClient(client.tenantId(), client.id(), second);
    String other = auth.token(renewed);
    auth.revoke(renewed, second, true);
    auth.node.clock.advance(REVOCATION_DELAY);
    assertThat(refusal(other)).isEqualTo("unauthorized");
    check(token);
  }

  @Test
  void revokesTokensOfAlreadyRevokedSecret() {
    RegisteredClient client = auth.client();
    String token = auth.token(client);
    auth.revoke(client, client.secret(), false);
    auth.revoke(client, client.secret(), true);
    auth.node.clock.advance(REVOCATION_DELAY);

    assertThat(refusal(token)).isEqualTo("unauthorized");
  }

  @Test
  void rejectsAddressOutsideAllowlist() {
    RegisteredClient client =
        auth.client(
            new Settings(
                "Bound", Scope.all(), List.of("192.0.2.0/24", "2001:db8::/32"), false, null));
    String token = auth.token(client);

    check(token);
    await(auth.check.check(token, "2001:db8:1::7"));
    await(auth.check.check(token, "::ffff:192.0.2.9"));
    for (String outside : List.of("192.0.3.1", "2001:db9::1", "unknown", "")) {
      assertThat(refusal(token, outside)).isEqualTo("ip_not_allowlisted");
    }
  }

  @Test
  void acceptsTokensOfOldAndNewKeyAfterRotationOnOtherNode() {
    String before = auth.token(auth.client());
    SigningKeys otherNode = auth.newKeys();
    String kid = await(otherNode.rotate(IssuerFixture.NO_SIDE_EFFECT));
    RegisteredClient client = auth.client();
    String after =
        await(
                auth.issuer(otherNode)
                    .issue(
                        new TokenRequest(
                            client.clientId(), client.secret().secret(), Optional.empty()),
                        ADDRESS))
            .path("access_token")
            .textValue();
    auth.node.clock.advance(Duration.ofSeconds(1));

    check(after);
    check(before);
    assertThat(await(auth.keys.publishedJwks()).path("keys").findValuesAsText("kid")).contains(kid);
  }

  /** The other node issues no token, so only its checks read the keys. */
  @Test
  void rejectsCachedTokenOfUnpublishedKey() {
    try (IssuerFixture own = new IssuerFixture()) {
      String token = own.token(own.client());
      AccessTokenCheck otherNode = own.check(own.newKeys());
      await(otherNode.check(token, ADDRESS));
      await(own.keys.rotate(IssuerFixture.NO_SIDE_EFFECT));
      own.retireBefore(own.node.clock.instant().minus(SigningKey.VALID_AFTER_RETIREMENT));
      await(otherNode.check(token, ADDRESS));

      own.node.clock.advance(REVOCATION_DELAY);

      assertThat(TestNode.failure(otherNode.check(token, ADDRESS)))
          .isInstanceOf(ProblemException.class);
    }
  }

  @Test
  void rejectsTokenOfDeletedRegistration() {
    try (IssuerFixture own = new IssuerFixture()) {
      RegisteredClient client = own.client();
      String token = own.token(client);
      await(own.node.database.workers().query("DELETE FROM client_lockout").execute());
      await(own.node.database.workers().query("DELETE FROM client_secret").execute());
      await(own.node.database.workers().query("DELETE FROM client_registration").execute());

      assertThat(TestNode.failure(own.check.check(token, ADDRESS)))
          .isInstanceOf(ProblemException.class);
    }
  }

  private static Caller check(String token) {
    return await(auth.check.check(token, ADDRESS));
  }

  private static String refusal(String token) {
    return refusal(token, ADDRESS);
  }

  private static String refusal(String token, String address) {
    Throwable failure = TestNode.failure(auth.check.check(token, address));
    assertThat(failure).isInstanceOf(ProblemException.class);
    ProblemCode code = ((ProblemException) failure).problem().code();
    return code.wire();
  }
}
