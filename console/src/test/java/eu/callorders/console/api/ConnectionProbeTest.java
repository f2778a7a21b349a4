package eu.callorders.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ConnectionStatus.State;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionProbeTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(200);

  /** Long enough to connect on a loaded machine. */
  private static final Duration CONNECTING = Duration.ofSeconds(10);

  @AutoClose private final FakeService service = new FakeService();
  private final List<State> states = new ArrayList<>();
  private final Transport transport =
      new Transport(new Transport.Timeouts(MINUTE, MINUTE, Duration.ofMillis(1), MINUTE));

  ConnectionProbeTest() {
    transport.status().listen(states::add);
  }

  private ApiClient api(URI address, String token) {
    return ApiClient.administration(transport, address, token);
  }

  @Test
  void reportsAServiceThatAcceptsConnectionsAndIsSilent() throws Exception {
    try (BrokenService frozen = BrokenService.silent()) {
      api(frozen.address(), "t").probe(CONNECTING);
      assertThat(states).containsExactly(State.OFFLINE);
      assertThat(frozen.connections()).as("no retry").isEqualTo(1);
      api(frozen.address(), "t").probe(SHORT);
      assertThat(states).as("notified once").hasSize(1);
    }
    api(service.then(200, "{}").address(), "t").probe(MINUTE);
    assertThat(states).containsExactly(State.OFFLINE, State.ONLINE);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 401, 403, 404, 429, 500})
  void takesAnyResponseAsASignOfLife(int status) throws Exception {
    transport.status().lost();
    service.then(status, "");
    api(service.address(), "t").probe(MINUTE);
    assertThat(states).containsExactly(State.OFFLINE, State.ONLINE);
    assertThat(service.requests().getFirst().target()).isEqualTo("/health/live");
    assertThat(service.requests().getFirst().header("Authorization")).isEqualTo("Bearer t");
  }

  @Test
  void isOfflineWhileAProxyReportsThatTheServiceIsUnavailable() throws Exception {
    service.then(502, "");
    api(service.address(), "t").probe(MINUTE);
    assertThat(transport.status().isOffline()).isTrue();
  }

  /** The probe may need no database, so that its response alone does not end the outage. */
  @Test
  void staysOfflineUntilARequestSucceedsAfterAnUnavailableResponse() throws Exception {
    transport.status().responded(true);
    service.then(200, "{}").then(200, "{}");
    ApiClient api = api(service.address(), "t");
    api.probe(MINUTE);
    assertThat(states).containsExactly(State.OFFLINE);
    api.get("/x");
    assertThat(states).containsExactly(State.OFFLINE, State.ONLINE);
  }

  @Test
  void sendsNoProbeWithoutAcceptedCredentials() throws Exception {
    RefreshingTokenSource tokens =
        new RefreshingTokenSource(transport, new Credentials(service.address(), "cli_1", "one"));
    ApiClient api = ApiClient.of(transport, service.address(), tokens);
    api.probe(MINUTE);
    service.token("a", 1800).then(200, "{}").then(403, "{}");
    api.get("/v1/x");
    api.probe(MINUTE);
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/oauth2/token", "/v1/x", "/v1/tenant");
    tokens.reject();
    api.probe(MINUTE);
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void ignoresATimeoutWhileOtherRequestsGetResponses() throws Exception {
    AtomicLong nanos = new AtomicLong();
    ConnectionStatus status = new ConnectionStatus(nanos::get);
    status.listen(states::add);
    Transport busy =
        new Transport(new Transport.Timeouts(MINUTE, MINUTE, Duration.ofMillis(1), MINUTE), status);
    try (BrokenService slow = BrokenService.silent()) {
      ApiClient api = ApiClient.administration(busy, slow.address(), "t");
      api.probe(SHORT);
      assertThat(states).as("a response arrived meanwhile").isEmpty();
      nanos.addAndGet(SHORT.toNanos());
      api.probe(SHORT);
      assertThat(states).containsExactly(State.OFFLINE);
    }
  }
}
