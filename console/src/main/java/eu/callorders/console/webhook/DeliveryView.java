package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionTarget;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The details of a delivery. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class DeliveryView extends DetailView {
  private static final double STATUS_WIDTH = 140;
  private static final int MAX_OTHERS = 50;
  private static final List<String> ORDER_EVENTS = List.of("call_order.", "call.");

  @FXML private Label resent;
  @FXML private Label advice;
  @FXML private VBox attempts;
  @FXML private Facts facts;
  @FXML private Label othersTitle;
  @FXML private VBox others;
  @FXML private Button resend;
  @FXML private Tab payloadTab;
  @FXML private ErrorPane payloadError;
  @FXML private JsonPane payload;

  private final DeliveryViewModel model;
  private final ScreenContext context;
  private final UnaryOperator<String> url;
  private final AttemptBars bars = new AttemptBars(texts, timestamps);
  private final Consumer<DeliveryRow> onResent;
  private final Consumer<DeliveryRow> onAgreed;
  private NeededScope mayResend;
  private String resentId = "";

  DeliveryView(
      DeliveryViewModel model,
      ScreenContext context,
      UnaryOperator<String> url,
      Consumer<DeliveryRow> onResent,
      Runnable onClose,
      Consumer<DeliveryRow> onAgreed) {
    super(onClose);
    this.onAgreed = onAgreed;
    this.onResent = onResent;
    this.model = model;
    this.context = context;
    this.url = url;
    load();
  }

  @FXML
  void initialize() {
    model.shown.addListener((ignored, before, now) -> show(now));
    model.failure.addListener(ignored -> showFailure());
    model.resendFailure.addListener(ignored -> showFailure());
    mayResend = new NeededScope(texts, Scope.CONFIG_WRITE, resend);
    model.resending.addListener(ignored -> applyScopes());
    applyScopes();
    payloadTab.selectedProperty().addListener(ignored -> loadPayload());
    model.payload.detail().addListener((ignored, before, now) -> showPayload(now));
    model.payload.failure().addListener((ignored, before, now) -> payloadError.show(now));
  }

  private void showFailure() {
    Failure read = model.failure.get();
    if (read == null) {
      error.showOfWrite(model.resendFailure.get());
    } else {
      error.show(read);
    }
  }

  /** Enables what the scopes of the session permit. */
  void applyScopes() {
    boolean granted = context.session().may(Scope.CONFIG_WRITE);
    resend.setDisable(!granted || model.resending.get());
    mayResend.setGranted(granted);
    payloadTab.setDisable(!context.session().may(Scope.EVENTS_READ));
  }

  private void loadPayload() {
    if (payloadTab.isSelected()) {
      model.loadPayload();
    }
  }

  private void showPayload(@Nullable JsonNode event) {
    if (event == null) {
      payload.clear();
    } else {
      payload.show(event);
    }
  }

  /** Asks before it sends the shown delivery once more. */
  @FXML
  void resend() {
    DeliveryViewModel.Shown shown = model.shown.get();
    if (shown == null) {
      return;
    }
    DeliveryRow row = shown.row();
    String endpoint = Labels.address(url.apply(row.endpointId()));
    if (new ActionDialog(window(), texts, "resend", row.eventType(), endpoint).confirm()) {
      onAgreed.accept(row);
      model.resend(target(row), this::resent);
    }
  }

  private ActionTarget target(DeliveryRow row) {
    return new ActionTarget(row.id(), row.name(Labels.address(url.apply(row.endpointId()))));
  }

  private void resent(DeliveryRow row) {
    resentId = row.id();
    onResent.accept(row);
  }

  private void show(DeliveryViewModel.@Nullable Shown shown) {
    if (shown == null) {
      return;
    }
    DeliveryRow row = shown.row();
    id.setText(row.id());
    Visibility.set(resent, row.id().equals(resentId));
    status.getChildren().setAll(badge(row));
    advice.setText(texts.value("advice", row.status()));
    advice.setVisible(texts.bundle().containsKey("advice." + row.status()));
    attempts.getChildren().setAll(attempts(row));
    facts(row);
    others(shown);
    json.show(shown.json());
    loadPayload();
  }

  private StatusBadge badge(DeliveryRow row) {
    return new StatusBadge(
        texts.value("delivery_status", row.status()), StatusStyle.of(row.status()));
  }

  /** Call it when endpoint URLs changed. */
  void redraw() {
    show(model.shown.get());
  }

  private Node attempts(DeliveryRow row) {
    if (!row.attempts().isEmpty()) {
      return bars.render(row.attempts());
    }
    Label none = new Label(texts.get("attempts.none"));
    none.getStyleClass().add("text-muted");
    return none;
  }

  private void facts(DeliveryRow row) {
    facts.clear();
    facts.add(texts.get("column.event_type"), row.eventType());
    Link event = Link.to("events", row.eventId());
    facts.addLink(texts.get("column.event_id"), row.eventId(), event, context);
    addOrderLink(row);
    Link endpoint = Link.to(WebhooksView.ID, row.endpointId());
    facts.addLink(texts.get("column.endpoint"), url.apply(row.endpointId()), endpoint, context);
    facts.add(texts.get("column.created_at"), timestamps.text(row.createdAt()));
    facts.add(texts.get("column.next_attempt_at"), timestamps.text(row.nextAttemptAt()));
  }

  /** Deliveries contain no order: the event is read when the link is used. */
  private void addOrderLink(DeliveryRow row) {
    boolean isOfOrder = ORDER_EVENTS.stream().anyMatch(row.eventType()::startsWith);
    if (isOfOrder
        && context.session().may(Scope.EVENTS_READ)
        && context.session().may(Scope.ORDERS_READ)) {
      Hyperlink order = new Hyperlink(texts.get("to.order"));
      order.setId("delivery-order");
      order.getStyleClass().add("order-link");
      order.setOnAction(ignored -> model.findOrder(target(row), row.eventId(), this::openOrder));
      facts.add(texts.get("order"), order);
    }
  }

  private void openOrder(String orderId) {
    if (!orderId.isEmpty()) {
      context.navigation().go(Link.to("orders", orderId));
    }
  }

  private void others(DeliveryViewModel.Shown shown) {
    List<DeliveryRow> rest =
        shown.all().stream()
            .map(DeliveryRow::of)
            .filter(other -> !other.id().equals(shown.row().id()))
            .limit(MAX_OTHERS)
            .toList();
    othersTitle.setVisible(!rest.isEmpty());
    others.getChildren().setAll(rest.stream().map(this::line).toList());
  }

  private Node line(DeliveryRow other) {
    HBox state = new HBox(badge(other));
    state.setMinWidth(STATUS_WIDTH);
    Label at = new Label(timestamps.text(other.createdAt()));
    at.getStyleClass().add("text-muted");
    at.setMinWidth(Region.USE_PREF_SIZE);
    Label address =
        Labels.explainedWhenCut(new Label(Labels.address(url.apply(other.endpointId()))));
    HBox line = new HBox(10, state, at, address);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }
}
