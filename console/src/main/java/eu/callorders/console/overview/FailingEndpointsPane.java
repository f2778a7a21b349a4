package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.Comparator;
import java.util.List;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.VBox;

/** The endpoints of the tenant whose deliveries fail, each with a link to its row. */
final class FailingEndpointsPane extends VBox {
  private static final int MAX_SHOWN = 3;

  private final Texts texts;
  private final Navigation navigation;

  FailingEndpointsPane(
      Texts texts, Navigation navigation, ObservableValue<List<JsonNode>> endpoints) {
    this.texts = texts;
    this.navigation = navigation;
    setId("failing-endpoints");
    getStyleClass().add("error");
    endpoints.subscribe(this::show);
  }

  private void show(List<JsonNode> endpoints) {
    List<JsonNode> failing =
        endpoints.stream()
            .filter(FailingEndpointsPane::isFailing)
            .sorted(Comparator.comparingInt(FailingEndpointsPane::failures).reversed())
            .toList();
    getChildren().clear();
    failing.stream().limit(MAX_SHOWN).forEach(this::add);
    if (failing.size() > MAX_SHOWN) {
      link(texts.get("endpoint.more", failing.size() - MAX_SHOWN), "");
    }
    Visibility.set(this, !failing.isEmpty());
  }

  /** A disabled one with failures gets no events because of them. */
  private static boolean isFailing(JsonNode endpoint) {
    return failures(endpoint) > 0
        && List.of("active", "disabled").contains(endpoint.path("status").asText());
  }

  private static int failures(JsonNode endpoint) {
    return endpoint.path("health").path("consecutive_failures").asInt();
  }

  private void add(JsonNode endpoint) {
    String key = "endpoint." + endpoint.path("status").asText();
    String address = Labels.address(endpoint.path("url").asText());
    getChildren().add(Labels.wrapped(texts.get(key, address, failures(endpoint)), "error-title"));
    link(texts.get("endpoint.show"), endpoint.path("id").asText());
  }

  private void link(String text, String endpointId) {
    Hyperlink link = new Hyperlink(text);
    link.setOnAction(ignored -> navigation.go(Link.to("webhooks", endpointId)));
    getChildren().add(link);
  }
}
