package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.auth.TokenEndpoint.FORM;
import static eu.callorders.server.auth.TokenEndpoint.assertError;
import static eu.callorders.server.auth.TokenEndpoint.body;
import static eu.callorders.server.auth.TokenEndpoint.form;
import static eu.callorders.server.auth.TokenEndpoint.header;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.auth.IssuerFixture.RegisteredClient;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClientAuthenticationTest {
  @RegisterExtension static final TokenEndpoint endpoint = new TokenEndpoint();
  private static final IssuerFixture auth = endpoint.auth;

  @Test
  void acceptsHttpBasicWithEncodedCredentials() {
    RegisteredClient client = auth.client();
    String encoded =
        client.clientId().replace("_", "%5F") + ":" + client.clientSecret().replace("_", "%5f");

    assertThat(endpoint.basic(encoded, "grant_type=client_credentials").statusCode())
        .isEqualTo(200);
    assertThat(
            endpoint
                .basic(encoded, "grant_type=client_credentials&client_id=" + client.clientId())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void rejectsTwoAuthenticationMethods() {
    RegisteredClient client = auth.client();
    String credentials = client.clientId() + ":" + client.clientSecret();

    assertError(endpoint.basic(credentials, form(client)), 400, "invalid_request");
    assertError(
        endpoint.basic(credentials, "grant_type=client_credentials&client_id=cli_other"),
        400,
        "invalid_request");
  }

  @Test
  void rejectsCredentialsInQuery() {
    RegisteredClient client = auth.client();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.uri("/oauth2/token?" + form(client)))
            .header("content-type", FORM);

    assertError(
        endpoint.send(request.POST(body("grant_type=client_credentials"))), 401, "invalid_client");
  }

  @Test
  void rejectsInvalidClientsWithSameResponse() {
    RegisteredClient client = auth.client();
    RegisteredClient disabled = auth.client();
    auth.change(disabled, RegistrationChanges::disabled);
    String unknown = IdKind.CLIENT.format(new UUID(7, 7));
    List<HttpResponse<String>> refused =
        List.of(
            endpoint.post(form(client.clientId(), "cosk_wrong")),
            endpoint.post(form(client.clientId(), client.clientSecret() + "x")),
            endpoint.post(form(unknown, client.clientSecret())),
            endpoint.post(form("unknown", client.clientSecret())),
            endpoint.post(form(disabled)),
            endpoint.post("grant_type=client_credentials&client_id=" + client.clientId()),
            endpoint.post("grant_type=client_credentials&client_secret=" + client.clientSecret()),
            endpoint.post("grant_type=client_credentials"),
            endpoint.basic(client.clientId(), "grant_type=client_credentials"),
            endpoint.basic(":", "grant_type=client_credentials"),
            endpoint.basic("%:%", "grant_type=client_credentials"),
            endpoint.authorized("Bearer x"),
            endpoint.authorized("Basic *"),
            endpoint.authorized("Basic"));

    assertThat(refused).allSatisfy(response -> assertError(response, 401, "invalid_client"));
    assertThat(refused)
        .allSatisfy(
            response ->
                assertThat(header(response, "www-authenticate")).startsWith("Basic realm="));
    assertThat(refused).extracting(HttpResponse::body).containsOnly(refused.getFirst().body());
  }

  @Test
  void rejectsClientOfDisabledTenant() {
    RegisteredClient client = auth.client();
    auth.disableTenant();
    try {
      assertError(endpoint.post(form(client)), 401, "invalid_client");
    } finally {
      await(auth.node.database.workers().query("UPDATE tenant SET disabled = false").execute());
    }
  }

  @Test
  void acceptsTwoSecretsUntilOneIsRevoked() {
    RegisteredClient client = auth.client();
    NewSecret second = auth.addSecret(client);
    String other = form(client.clientId(), second.secret().text());

    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
    assertThat(endpoint.post(other).statusCode()).isEqualTo(200);
    auth.revoke(client, client.secret(), false);
    assertError(endpoint.post(form(client)), 401, "invalid_client");
    assertThat(endpoint.post(other).statusCode()).isEqualTo(200);
  }

  @Test
  void doesNotCountFailuresFromOutsideAllowlist() {
    RegisteredClient client =
        auth.client(new Settings("Bound", Scope.all(), List.of("192.0.2.0/28"), false, null));
    endpoint.sourceAddress = "198.51.100.7";
    assertError(endpoint.post(form(client)), 400, "unauthorized_client");
    endpoint.fail(client, 25);

    endpoint.sourceAddress = "192.0.2.7";
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
  }

  @Test
  void locksRegistrationAfterTwentyFailures() {
    RegisteredClient client = auth.client();
    endpoint.fail(client, 20);

    HttpResponse<String> locked = endpoint.post(form(client));
    assertError(locked, 429, "temporarily_unavailable");
    assertThat(header(locked, "retry-after")).isEqualTo("60");
    auth.node.clock.advance(Duration.ofSeconds(60));
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
  }

  @Test
  void lockOfUnknownAddressesSparesKnownAddress() {
    RegisteredClient client = auth.client();
    endpoint.sourceAddress = "2001:db8:0:1::1";
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
    endpoint.sourceAddress = "198.51.100.7";
    endpoint.fail(client, 20);
    assertError(endpoint.post(form(client)), 429, "temporarily_unavailable");

    endpoint.sourceAddress = "2001:db8:0:1:ffff::2";
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
    endpoint.sourceAddress = "2001:db8:0:2::1";
    assertError(endpoint.post(form(client)), 429, "temporarily_unavailable");
  }

  @Test
  void lockOfKnownAddressSparesOthers() {
    RegisteredClient client = auth.client();
    endpoint.sourceAddress = "198.51.100.8";
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
    endpoint.fail(client, 20);
    assertError(endpoint.post(form(client)), 429, "temporarily_unavailable");

    endpoint.sourceAddress = "198.51.100.9";
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
  }

  @Test
  void knownAddressExpiresAfterOneDay() {
    RegisteredClient client = auth.client();
    assertThat(endpoint.post(form(client)).statusCode()).isEqualTo(200);
    auth.node.clock.advance(Duration.ofHours(24).plusMinutes(1));
    endpoint.sourceAddress = "198.51.100.7";
    endpoint.fail(client, 20);

    endpoint.sourceAddress = "192.0.2.1";
    assertError(endpoint.post(form(client)), 429, "temporarily_unavailable");
  }
}
