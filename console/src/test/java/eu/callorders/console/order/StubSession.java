package eu.callorders.console.order;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** A session with a fake service. */
public final class StubSession implements AutoCloseable {
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  public final FakeService service = new FakeService();
  public final DirectExecutor uiExecutor = new DirectExecutor();
  public final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);

  public Session session(Scope... scopes) {
    return session(false, scopes);
  }

  Session session(boolean withAdministration, Scope... scopes) {
    ApiClient api = ApiClient.administration(new Transport(SHORT), service.address(), "token");
    return new Session(
        "s",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.copyOf(Arrays.asList(scopes)),
        api,
        withAdministration ? Optional.of(api) : Optional.empty(),
        new ConnectionStatus());
  }

  static OrderDetail detail(String order, boolean allEvents, String... events) {
    return new OrderDetail(
        Json.parse(order).orElseThrow(),
        "\"1\"",
        Arrays.stream(events).map(event -> Json.parse(event).orElseThrow()).toList(),
        allEvents,
        MissingNode.getInstance());
  }

  @Override
  public void close() {
    background.close();
    service.close();
  }
}
