package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Visibility;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.jspecify.annotations.Nullable;

/** The detail of one event with links to related resources, shown beside the feed. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EventDetailView extends DetailView {
  @FXML private Button orderButton;
  @FXML private Button enrollmentButton;
  @FXML private Button signalButton;
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

  /** Shows what is known of the event and loads all of it. */
  void show(String eventId) {
    model.show(eventId);
    if (model.detail.detail().get() == null) {
      EventRow row = model.rows().find(eventId);
      clearHead(eventId);
      showHead(row);
    }
  }

  private void showHead(@Nullable EventRow row) {
    shown = row;
    if (row != null) {
      id.setText(row.id());
      status.getChildren().setAll(new StatusBadge(row.type(), row.tone()));
    }
    String eventId = row == null ? "" : row.id();
    configureLink(orderButton, Link.to("orders", row == null ? "" : row.orderId()));
    configureLink(enrollmentButton, Link.to("enrollments", row == null ? "" : row.enrollmentId()));
    configureLink(signalButton, Link.to("signals", row == null ? "" : row.signalId()));
    configureLink(deliveriesButton, eventId, Link.filtered("deliveries", "event_id", eventId));
  }

  /** Updates the links after a change of the scopes. */
  void scopesChanged() {
    showHead(shown);
    show(model.detail.detail().get());
  }

  private void show(@Nullable JsonNode event) {
    facts.clear();
    if (event == null) {
      json.clear();
      return;
    }
    showHead(EventRow.of(event));
    JsonNode related = event.path("related");
    String order = related.path("call_order_id").asText();
    facts.add(texts.get("column.occurred_at"), timestamps.text(event.path("occurred_at").asText()));
    facts.add(texts.get("column.subject"), EventRow.of(event).person(context.names()));
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
      case "call_order_id" -> link(name, value, Link.to("orders", value));
      case "call_id" -> link(name, value, Link.to("orders", order));
      case "enrollment_id" -> link(name, value, Link.to("enrollments", value));
      case "signal_id" -> link(name, value, Link.to("signals", value));
      case "sequence_id" -> link(name, value, Link.to("sequences", value));
      case "order_type" -> link(name, value, Link.to("order-types", value));
      case "webhook_endpoint_id" -> link(name, value, Link.to("webhooks", value));
      case "hold_id" -> link(name, value, Link.to("holds", value));
      default -> facts.add(name, value);
    }
  }

  private void link(String name, String shown, Link link) {
    if (link.id().isEmpty()) {
      facts.add(name, shown);
    } else {
      facts.addLink(name, shown, link, context);
    }
  }

  private void configureLink(Button button, Link link) {
    configureLink(button, link.id(), link);
  }

  /** Hides the button while there is no such resource. */
  private void configureLink(Button button, String identifier, Link link) {
    Node holder = button.getParent();
    Visibility.set(holder, !identifier.isEmpty());
    Optional<String> missing = context.navigation().missing(link);
    button.setDisable(missing.isPresent());
    missing.ifPresent(
        reason -> scopeHints.computeIfAbsent(holder, node -> new NeededScope(reason, node)));
    Optional.ofNullable(scopeHints.get(holder))
        .ifPresent(hint -> hint.setGranted(missing.isEmpty()));
    button.setOnAction(ignored -> context.navigation().go(link));
  }
}
