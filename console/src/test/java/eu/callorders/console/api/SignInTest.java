package eu.callorders.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A session whose credentials are rejected. */
class SignInTest {
  private static final Instant LONG_AGO = Instant.parse("2001-02-03T04:05:06Z");
  private static final String REFUSED = "{\"error\":\"invalid_client\"}";
  private static final String UNAUTHORIZED = "{\"code\":\"unauthorized\"}";

  @AutoClose private final FakeService service = new FakeService();
  private final AtomicLong nanos = new AtomicLong();
  private final List<ConnectionStatus.State> states = new ArrayList<>();
  private final Transport transport = new Transport(Transport.Timeouts.DEFAULT);
  private final ApiClient api =
      ApiClient.of(
          transport,
          service.address(),
          new RefreshingTokenSource(
              transport, new Credentials(service.address(), "cli_1", "one"), nanos::get));

  SignInTest() {
    transport.status().listen(states::add);
  }

  private static String token(String tenant, String number) {
    String claims =
        "{\"tenant_id\":\"%s\",\"environment\":\"live\",\"iat\":%d}"
            .formatted(tenant, LONG_AGO.getEpochSecond());
    byte[] bytes = claims.getBytes(StandardCharsets.UTF_8);
    return "e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "." + number;
  }

  private static Failure failure(ThrowingCallable call) {
    return catchThrowableOfType(ApiException.class, call).failure();
  }

  private void revoke() throws ApiException {
    service.token(token("tn_1", "a"), 1800).then(200, "{}");
    api.get("/v1/x");
    nanos.addAndGet(Duration.ofMinutes(30).toNanos());
    service.then(401, REFUSED);
    assertThat(failure(() -> api.get("/v1/x"))).isEqualTo(new Failure.Revoked());
  }

  @Test
  void sendsNoRequestOnceTheSecretIsRevoked() throws Exception {
    revoke();
    assertThat(failure(() -> api.get("/v1/x"))).isEqualTo(new Failure.Revoked());
    assertThat(service.requests()).hasSize(3);
    assertThat(states).containsExactly(ConnectionStatus.State.CREDENTIALS_REJECTED);
  }

  @Test
  void sendsNoRequestOnceANewTokenIsRejected() {
    service
        .token(token("tn_1", "a"), 1800)
        .then(401, UNAUTHORIZED)
        .token(token("tn_1", "b"), 1800)
        .then(401, UNAUTHORIZED);
    assertThat(failure(() -> api.get("/v1/x"))).isEqualTo(new Failure.Revoked());
    assertThat(failure(() -> api.get("/v1/x"))).isEqualTo(new Failure.Revoked());
    assertThat(service.requests()).hasSize(4);
    assertThat(states).containsExactly(ConnectionStatus.State.CREDENTIALS_REJECTED);
  }

  @Test
  void continuesWithAnotherSecret() throws Exception {
    revoke();
    service.then(401, REFUSED);
    assertThat(failure(() -> api.signIn("", "two"))).isEqualTo(new Failure.WrongCredentials());
    service.token(token("tn_1", "b"), 1800).then(200, "{\"id\":7}");
    api.signIn("", "three");
    assertThat(api.get("/v1/x").body().path("id").asInt()).isEqualTo(7);
    assertThat(service.requests().get(4).credentials()).isEqualTo("cli_1:three");
    assertThat(states)
        .containsExactly(
            ConnectionStatus.State.CREDENTIALS_REJECTED, ConnectionStatus.State.ONLINE);
  }

  @Test
  void retriesTheOldSecretWhenTheRegistrationIsEnabled() throws Exception {
    revoke();
    service.token(token("tn_1", "b"), 1800);
    api.signIn("cli_2", "");
    assertThat(service.requests().get(3).credentials()).isEqualTo("cli_2:one");
  }

  @Test
  void publishesTheScopesOfEachToken() throws Exception {
    List<AccessToken> granted = new ArrayList<>();
    api.onToken(granted::add);
    revoke();
    assertThat(granted).hasSize(1);
    service.token(token("tn_2", "b"), 1800);
    assertThat(failure(() -> api.signIn("cli_2", "two"))).isEqualTo(new Failure.OtherTenant());
    assertThat(granted).as("of another tenant").hasSize(1);
    service.then(
        200,
        "{\"access_token\":\"%s\",\"expires_in\":9,\"scope\":\"events:read\"}"
            .formatted(token("tn_1", "b")));
    api.signIn("cli_2", "two");
    assertThat(granted).extracting(AccessToken::scopes).last().isEqualTo(Set.of(Scope.EVENTS_READ));
  }

  @Test
  void renewsWithTheNewCredentials() throws Exception {
    revoke();
    service.token(token("tn_1", "b"), 1800);
    api.signIn("cli_2", "two");
    nanos.addAndGet(Duration.ofMinutes(30).toNanos());
    service.token(token("tn_1", "c"), 1800).then(200, "{}");
    api.get("/v1/x");
    assertThat(service.requests().get(4).credentials()).isEqualTo("cli_2:two");
  }

  @Test
  void retriesAfterOtherTokenErrors() throws Exception {
    service.token(token("tn_1", "a"), 1800).then(200, "{}");
    api.get("/v1/x");
    nanos.addAndGet(Duration.ofMinutes(30).toNanos());
    service.then(400, "{\"error\":\"unsupported_grant_type\"}");
    assertThat(failure(() -> api.get("/v1/x"))).isInstanceOf(Failure.NotIssued.class);
    service.token(token("tn_1", "b"), 1800).then(200, "{}");
    assertThat(api.get("/v1/x").status()).isEqualTo(200);
    assertThat(states).isEmpty();
  }

  @Test
  void usesAShortTokenForHalfItsLifetime() throws Exception {
    service.token("a", 60).then(200, "{}").then(200, "{}");
    api.get("/v1/x");
    nanos.addAndGet(Duration.ofSeconds(29).toNanos());
    api.get("/v1/x");
    assertThat(service.requests()).hasSize(3);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    service.token("b", 60).then(200, "{}");
    api.get("/v1/x");
    assertThat(service.requests().get(3).target()).isEqualTo("/oauth2/token");
  }

  @Test
  void keepsItsTokenWhenAnOlderOneIsRejected() throws Exception {
    RefreshingTokenSource tokens =
        new RefreshingTokenSource(
            transport, new Credentials(service.address(), "cli_1", "one"), nanos::get);
    service.token("a", 1800).token("b", 1800);
    assertThat(tokens.token()).isEqualTo("a");
    tokens.drop("older");
    assertThat(tokens.token()).isEqualTo("a");
    tokens.drop("a");
    assertThat(tokens.token()).isEqualTo("b");
  }

  @Test
  void rejectsCredentialsOfAnotherTenant() throws Exception {
    revoke();
    service.token(token("tn_2", "b"), 1800);
    assertThat(failure(() -> api.signIn("cli_2", "two"))).isEqualTo(new Failure.OtherTenant());
    assertThat(failure(() -> api.get("/v1/x"))).isEqualTo(new Failure.Revoked());
  }

  @Test
  void usesTheClockOfTheService() throws Exception {
    service.token(token("tn_1", "a"), 1800).then(200, "{}");
    api.get("/v1/x");
    nanos.addAndGet(Duration.ofSeconds(90).toNanos());
    assertThat(api.clock().instant()).isEqualTo(LONG_AGO.plusSeconds(90));
  }

  @Test
  void usesTheLocalClockWithoutIssueTime() throws Exception {
    service.token("opaque", 1800).then(200, "{}");
    api.get("/v1/x");
    assertThat(api.clock().instant()).isAfter(LONG_AGO.plus(Duration.ofDays(9000)));
  }
}
