package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A session with a fake service that sends a token first; retries are immediate. */
final class WebhookSessionFixture {
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  private WebhookSessionFixture() {}

  /** The first prepared response is the token. */
  static Session of(FakeService service, Scope... scopes) {
    service.token("t", 3600);
    Transport transport = new Transport(SHORT);
    ApiClient api =
        ApiClient.of(
            transport,
            service.address(),
            new RefreshingTokenSource(
                transport, new Credentials(service.address(), "client", "secret")));
    return new Session(
        "s",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(scopes),
        api,
        Optional.empty(),
        new ConnectionStatus());
  }

  /** A copy with other scopes. */
  static Session with(Session session, Scope... scopes) {
    return new Session(
        session.name(),
        session.environment(),
        session.tenantId(),
        session.tenant(),
        Set.of(scopes),
        session.api(),
        session.administration(),
        session.connectionStatus());
  }

  /** All requests except sign-ins. */
  static List<FakeService.RecordedRequest> requests(FakeService service) {
    return service.requests().stream()
        .filter(request -> !request.target().startsWith("/oauth2"))
        .toList();
  }

  static List<String> keys(FakeService service) {
    return requests(service).stream().map(request -> request.header("Idempotency-key")).toList();
  }
}
