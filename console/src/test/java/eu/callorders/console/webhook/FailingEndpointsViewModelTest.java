package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailingEndpointsViewModelTest {
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final Session session = WebhookSessionFixture.of(service, Scope.CONFIG_READ);
  private final FailingEndpointsViewModel model =
      new FailingEndpointsViewModel(background, session, Duration.ZERO);

  @AfterEach
  void close() {
    model.stop();
    background.close();
    service.close();
  }

  private void endpoints(String... states) {
    StringBuilder rows = new StringBuilder();
    for (String state : states) {
      rows.append(rows.isEmpty() ? "" : ",").append('{').append(state).append('}');
    }
    service.fixed(EndpointRow.PATH, 200, "{\"data\":[%s],\"has_more\":false}".formatted(rows));
  }

  private void awaitCount(int expected) {
    drawing.runUntil(() -> model.count().get() == expected);
  }

  @Test
  void countsActiveEndpointsThatFail() {
    String failing = "\"health\":{\"consecutive_failures\":2}";
    endpoints(
        "\"status\":\"active\"," + failing,
        "\"status\":\"disabled\"," + failing,
        "\"status\":\"active\"");
    model.start();
    awaitCount(1);
    endpoints("\"status\":\"active\"");
    awaitCount(0);
  }

  @Test
  void keepsTheNumberAfterAFailureAndAsksNothingWithoutTheScope() {
    endpoints("\"status\":\"active\",\"health\":{\"consecutive_failures\":1}");
    model.start();
    awaitCount(1);
    service.fixed(EndpointRow.PATH, 404, "{}");
    int before = service.requests().size();
    drawing.runUntil(() -> service.requests().size() > before + 2);
    assertThat(model.count().get()).isEqualTo(1);
    session.grant(Set.of());
    awaitCount(0);
  }

  @Test
  void readsTheEndpointsWhenAnEventSaysThatOneHasChanged() {
    model.handleEvents(events("call.ended"));
    endpoints("\"id\":\"whe_1\",\"status\":\"disabled\"");
    model.handleEvents(events("webhook_endpoint.disabled"));
    drawing.runNext();
    assertThat(model.endpoints().get()).hasSize(1);
    assertThat(WebhookSessionFixture.requests(service)).hasSize(1);
  }

  private static List<JsonNode> events(String type) {
    return List.of(Json.object().put("type", type));
  }
}
