package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhooksViewModelTest {
  private static final String FAILING = "\"consecutive_failures\":3";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final WebhooksViewModel model =
      new WebhooksViewModel(
          background, WebhookSessionFixture.of(service, Scope.CONFIG_READ).api(), Duration.ZERO);

  @BeforeEach
  void stopAfterTheFirstPoll() {
    model.onPolled(() -> model.setPolled(false));
  }

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String json(String id, String status, String health) {
    return "{\"id\":\"%s\",\"status\":\"%s\",\"health\":{%s},\"created_at\":\"%s\"}"
        .formatted(id, status, health, id);
  }

  private static EndpointRow row(String id, String status, String health) {
    return EndpointRow.of(Json.parse(json(id, status, health)).orElseThrow());
  }

  private void page(String... rows) {
    service.then(
        200,
        "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
            .formatted(String.join(",", rows)));
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(it -> it.id() + " " + it.status()).toList();
  }

  @Test
  void filtersByStatus() {
    model.filter().text("status").set("disabled");
    page(json("whe_1", "disabled", ""));
    model.apply();
    drawing.runNext();
    assertThat(WebhookSessionFixture.requests(service).getLast().target())
        .isEqualTo("/v1/webhook-endpoints?status=disabled&limit=100");
  }

  @Test
  void listsFailingEndpointsFirst() {
    page(
        json("whe_4", "active", ""),
        json("whe_3", "disabled", FAILING),
        json("whe_2", "active", FAILING),
        json("whe_1", "active", ""));
    model.apply();
    drawing.runNext();
    assertThat(shown())
        .containsExactly("whe_2 active", "whe_4 active", "whe_3 disabled", "whe_1 active");
  }

  @Test
  void movesAnEndpointThatFailsMeanwhileOnlyWhenTheListIsOpenedAgain() {
    page(json("whe_2", "active", ""), json("whe_1", "active", ""));
    model.apply();
    drawing.runNext();
    model.sort();
    model.changed(row("whe_1", "active", FAILING));
    assertThat(shown()).containsExactly("whe_2 active", "whe_1 active");
    page(json("whe_2", "active", ""), json("whe_1", "active", FAILING));
    model.sort();
    drawing.runNext();
    assertThat(shown()).containsExactly("whe_1 active", "whe_2 active");
    assertThat(WebhookSessionFixture.requests(service)).as("loads of the list").hasSize(2);
  }

  @Test
  void showsTheEffectsOfActions() {
    page(json("whe_2", "active", ""), json("whe_1", "active", ""));
    model.apply();
    drawing.runNext();
    model.changed(row("whe_1", "disabled", ""));
    model.changed(row("whe_3", "pending_verification", ""));
    model.deleted("whe_2");
    assertThat(shown()).containsExactly("whe_3 pending_verification", "whe_1 disabled");
  }

  @Test
  void keepsChangesMadeDuringAPoll() {
    page(json("whe_1", "active", ""));
    model.apply();
    drawing.runNext();
    page(json("whe_1", "active", ""));
    model.setPolled(true);
    while (WebhookSessionFixture.requests(service).size() < 2) {
      Thread.onSpinWait(); // until the background request arrives
    }
    model.changed(row("whe_1", "disabled", ""));
    drawing.runNext();
    assertThat(shown()).containsExactly("whe_1 disabled");
  }

  @Test
  void derivesTheHealth() {
    assertThat(row("a", "disabled", "\"consecutive_failures\":3").health()).isEqualTo("resting");
    assertThat(row("a", "active", "\"consecutive_failures\":3").health()).isEqualTo("failing");
    assertThat(row("a", "active", "\"consecutive_failures\":0").health()).isEqualTo("unused");
    assertThat(row("a", "active", "\"last_success_at\":\"x\"").health()).isEqualTo("good");
    assertThat(EndpointRow.shortUrl("u".repeat(2_000))).hasSize(121);
  }
}
