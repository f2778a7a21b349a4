package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Unsaved input of the endpoint forms. */
class UnsavedEndpointTest {
  private final FakeService service = new FakeService();
  private final BackgroundExecutor background = new BackgroundExecutor(new DirectExecutor());

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void isTheInputOfANewEndpointUntilStartOver() {
    NewEndpointViewModel model =
        new NewEndpointViewModel(
            background,
            WebhookSessionFixture.of(service, Scope.CONFIG_WRITE),
            created -> {},
            secret -> {});
    assertThat(model.isModified()).isFalse();
    model.form.value(EndpointForm.Member.PAYLOAD_MODE).set("thin");
    assertThat(model.isModified()).isTrue();
    model.startOver();
    assertThat(model.isModified()).isFalse();
    model.form.value(EndpointForm.Member.URL).set("https://a.example/");
    assertThat(model.isModified()).isTrue();
  }

  @Test
  void isTheDifferenceToTheEditedEndpoint() {
    EditEndpointViewModel model =
        new EditEndpointViewModel(
            background,
            WebhookSessionFixture.of(service, Scope.CONFIG_WRITE),
            saved -> {},
            (endpoint, cause) -> {});
    assertThat(model.isModified()).as("no endpoint is edited").isFalse();
    String json = "{\"id\":\"whe_1\",\"url\":\"https://a.example/\",\"payload_mode\":\"full\"}";
    model.edit(new EndpointViewModel.Detail(Json.parse(json).orElseThrow(), "\"1\"", List.of()));
    assertThat(model.isModified()).isFalse();
    model.form.value(EndpointForm.Member.URL).set("https://b.example/");
    assertThat(model.isModified()).isTrue();
    model.form.value(EndpointForm.Member.URL).set("https://a.example/");
    assertThat(model.isModified()).isFalse();
  }
}
