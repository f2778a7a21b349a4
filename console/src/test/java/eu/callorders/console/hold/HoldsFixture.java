package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sessions at a fake service, and its holds. */
final class HoldsFixture implements AutoCloseable {
  final FakeService service = new FakeService();
  final DirectExecutor uiExecutor = new DirectExecutor();
  final BackgroundExecutor background = uiExecutor.endlessDelays();

  Session session(boolean withAdministration, Scope... scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    return new Session(
        "demo",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(scopes),
        api,
        withAdministration ? Optional.of(api) : Optional.empty(),
        new ConnectionStatus());
  }

  /** A hold; {@code members} end with a comma. */
  static String hold(String id, String status, String members) {
    return """
    {"id":"%s",%s"reason":"deceased","source":"call_result","status":"%s",
     "created_at":"2026-11-20T09:00:00.000Z"}
    """
        .formatted(id, members, status);
  }

  static String page(String... holds) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
        .formatted(String.join(",", holds));
  }

  List<String> targets() {
    return service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  @Override
  public void close() {
    background.close();
    service.close();
  }
}
