package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Visibility;
import java.util.HashMap;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import org.jspecify.annotations.Nullable;

/** The detail of one event with links to related resources, shown beside the feed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EventDetailView extends DetailView {
  @FXML private Button orderButton;
  @FXML private Button enrollmentButton;
  @FXML private Button deliveriesButton;
  @FXML private Facts facts;

  private final ScreenContext context;
  private final EventsViewModel model;
  private final Map<Node, NeededScope> scopeHints = new HashMap<>();
  private @Nullable EventRow shown;

  EventDetailView(ScreenContext context, EventsViewModel model, Runnable onClose) {
    super(onClose);
    this.context = context;
    this.model = model;
    load();
    model.detail.detail().addListener((ignored, before, now) -> show(now));
    model.detail.failure().addListener((ignored, before, now) -> error.show(now));
  }

  /** Shows the known row and loads the full event. */
  void show(EventRow row) {
    shown = row;
    id.setText(row.id());
    status.getChildren().setAll(new StatusBadge(row.type(), row.tone()));
    updateLinks(row);
    model.show(row);
  }

  private void updateLinks(EventRow row) {
    configureLink(orderButton, "orders", row.orderId());
    configureLink(enrollmentButton, "enrollments", row.enrollmentId());
    configureLink(deliveriesButton, "deliveries", row.id());
  }

  /** Updates the links after a change of the scopes. */
  void scopesChanged() {
    if (shown != null) {
      updateLinks(shown);
      show(model.detail.detail().get());
    }
  }

  private void show(@Nullable JsonNode event) {
    facts.clear();
    if (event == null) {
      json.clear();
      return;
    }
    JsonNode related = event.path("related");
    String order = related.path("call_order_id").asText();
    facts.add(texts.get("column.occurred_at"), timestamps.text(event.path("occurred_at").asText()));
    String person = EventRow.of(event).person(context.names()).getValue();
    facts.add(texts.get("column.subject"), person);
    related
        .properties()
        .forEach(entry -> related(entry.getKey(), entry.getValue().asText(), order));
    event
        .path("metadata")
        .properties()
        .forEach(entry -> facts.add(entry.getKey(), entry.getValue().asText()));
    json.show(event);
  }

  private void related(String member, String value, String order) {
    String name = texts.value("related", member);
    switch (member) {
      case "call_order_id" -> link(name, "orders", value, value);
      case "call_id" -> link(name, "orders", value, order);
      case "enrollment_id" -> link(name, "enrollments", value, value);
      case "sequence_id" -> link(name, "sequences", value, value);
      case "order_type" -> link(name, "order-types", value, value);
      case "webhook_endpoint_id" -> link(name, "webhooks", value, value);
      default -> facts.add(name, value);
    }
  }

  private void link(String name, String feature, String shown, String identifier) {
    if (identifier.isEmpty() || !context.session().may(requiredScope(feature))) {
      facts.add(name, shown);
      return;
    }
    Hyperlink link = new Hyperlink(shown);
    link.getStyleClass().add("order-link");
    link.setAccessibleText(name + ": " + shown);
    link.setOnAction(ignored -> context.navigation().go(feature, identifier));
    facts.add(name, link);
  }

  private static Scope requiredScope(String feature) {
    return switch (feature) {
      case "orders", "enrollments" -> Scope.ORDERS_READ;
      default -> Scope.CONFIG_READ;
    };
  }

  private void configureLink(Button button, String feature, String identifier) {
    Node holder = button.getParent();
    Visibility.set(holder, !identifier.isEmpty());
    Scope needed = requiredScope(feature);
    boolean isAllowed = context.session().may(needed);
    button.setDisable(!isAllowed);
    scopeHints
        .computeIfAbsent(holder, node -> new NeededScope(texts, needed, node))
        .setGranted(isAllowed);
    button.setOnAction(ignored -> context.navigation().go(feature, identifier));
  }
}
