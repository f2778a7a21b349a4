package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Alert;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** One endpoint beside the list: how it is, and what can be done about it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EndpointView {
  private static final double CONFIRMATION = 440;

  @FXML private StackPane status;
  @FXML private TextField url;
  @FXML private HBox actions;
  @FXML private Button test;
  @FXML private Button replay;
  @FXML private Button rotate;
  @FXML private Button enable;
  @FXML private Button disable;
  @FXML private ProgressIndicator busy;
  @FXML private TroublePane trouble;
  @FXML private VBox replaying;
  @FXML private VBox tested;
  @FXML private VBox recent;
  @FXML private Facts health;
  @FXML private Facts verification;
  @FXML private Facts configuration;
  @FXML private JsonPane json;

  private final EndpointViewModel model;
  private final Navigation navigation;
  private final Runnable closed;
  private final Texts texts = Texts.beside(EndpointView.class);
  private final Times times = new Times();
  private final AttemptBars bars = new AttemptBars(texts, times);
  private final RecentStrip strip = new RecentStrip();
  private final ReplayCard card = new ReplayCard(texts);
  private final Parent root;
  private @Nullable Window window;

  /**
   * @param closed what the list does when the operator has seen enough
   */
  EndpointView(EndpointViewModel model, Navigation navigation, Runnable closed) {
    this.model = model;
    this.navigation = navigation;
    this.closed = closed;
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    recent.getChildren().add(strip);
    replaying.getChildren().add(card);
    model.detail().addListener((ignored, before, now) -> show(now));
    model.tested().addListener((ignored, before, now) -> tested(now));
    model.replay().addListener((ignored, before, now) -> card.show(now));
    model.rotated().addListener((ignored, before, now) -> rotated(now));
    model.failure().addListener(ignored -> trouble());
    model.loadFailure().addListener(ignored -> trouble());
    model.busy().addListener(ignored -> offer());
    if (!model.mayChange()) {
      Tooltip.install(actions, new Tooltip(texts.get("needs.scope", "config:write")));
    }
    show(null);
    tested(null);
  }

  private void show(@Nullable EndpointDetail detail) {
    offer();
    url.setText(detail == null ? "" : detail.row().url());
    status.getChildren().clear();
    if (detail == null) {
      List.of(health, verification, configuration).forEach(Facts::clear);
      strip.show(List.of(), texts, times);
      return;
    }
    EndpointRow row = detail.row();
    status.getChildren().setAll(EndpointTones.status(texts, row.status()));
    strip.show(detail.recent(), texts, times);
    health(row);
    verification(row, detail.json().path("verification"));
    configuration(row, detail.json());
    json.show(detail.json());
  }

  private void health(EndpointRow row) {
    health.clear();
    health.add(texts.get("column.health"), new HBox(EndpointTones.health(texts, row)));
    health.add(texts.get("column.last_success_at"), times.text(row.lastSuccessAt()));
    health.add(texts.get("column.last_failure_at"), times.text(row.lastFailureAt()));
  }

  private void verification(EndpointRow row, JsonNode said) {
    verification.clear();
    verification.add(
        texts.get("column.verification"),
        new HBox(EndpointTones.verification(texts, row.verification())));
    verification.add(
        texts.get("verification.last"), times.text(said.path("last_attempt_at").asText()));
    if (!row.verification().equals("succeeded")) {
      verification.add(
          texts.get("verification.expires"), times.text(said.path("expires_at").asText()));
      String why = said.path("failure_reason").asText();
      verification.addText(
          texts.get("verification.reason"), why.isEmpty() ? "" : texts.value("attempt_error", why));
    }
  }

  private void configuration(EndpointRow row, JsonNode said) {
    configuration.clear();
    configuration.add(texts.get("column.endpoint_id"), row.id());
    configuration.addText(texts.get("column.description"), row.description());
    configuration.addText(
        texts.get("column.event_types"),
        row.eventTypes().isEmpty()
            ? texts.get("event_types.all")
            : String.join(", ", row.eventTypes()));
    configuration.add(texts.get("payload_mode"), texts.value("payload_mode", row.payloadMode()));
    configuration.add(texts.get("api_version"), said.path("api_version").asText());
    configuration.add(texts.get("column.created_at"), times.text(row.createdAt()));
  }

  /** What can be done now; what never can in this session is said by the tooltip. */
  private void offer() {
    EndpointDetail detail = model.detail().get();
    String state = detail == null ? "" : detail.row().status();
    boolean able = model.mayChange() && detail != null && !model.busy().get();
    busy.setVisible(model.busy().get());
    boolean isDisabled = state.equals("disabled");
    test.setText(texts.get(state.equals("pending_verification") ? "verify" : "test"));
    test.setDisable(!able || isDisabled);
    replay.setDisable(!able || !state.equals("active"));
    rotate.setDisable(!able);
    enable.setDisable(!able);
    disable.setDisable(!able);
    visible(enable, isDisabled);
    visible(disable, !isDisabled);
  }

  private void trouble() {
    Failure acted = model.failure().get();
    trouble.show(acted == null ? model.loadFailure().get() : acted);
  }

  private void tested(@Nullable DeliveryRow delivery) {
    tested.getChildren().clear();
    visible(tested, delivery != null);
    if (delivery != null) {
      Label title = new Label(texts.get("tested." + (succeeded(delivery) ? "good" : "bad")));
      title.getStyleClass().add("card-title");
      tested.getChildren().setAll(title, bars.draw(delivery.attempts()));
    }
  }

  private static boolean succeeded(DeliveryRow delivery) {
    return delivery.status().equals("succeeded");
  }

  private void rotated(@Nullable RotatedSecret secret) {
    if (secret != null && window != null) {
      SecretDialog.show(window, texts, secret, model::forgetSecret);
    }
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  private Window window() {
    Window here = root.getScene().getWindow();
    window = here;
    return here;
  }

  private void confirm(String key, Runnable action) {
    ButtonType yes = new ButtonType(texts.get(key), ButtonBar.ButtonData.OK_DONE);
    Alert alert =
        new Alert(
            Alert.AlertType.CONFIRMATION,
            texts.get(key + ".consequence"),
            yes,
            new ButtonType(texts.get("cancel"), ButtonBar.ButtonData.CANCEL_CLOSE));
    alert.initOwner(window());
    alert.setTitle(texts.get(key));
    alert.setHeaderText(texts.get(key + ".question", url.getText()));
    alert.getDialogPane().setPrefWidth(CONFIRMATION);
    alert.getDialogPane().lookupButton(yes).setId("confirm");
    alert.showAndWait().filter(pressed -> pressed == yes).ifPresent(ignored -> action.run());
  }

  @FXML
  void test() {
    model.test();
  }

  @FXML
  void rotate() {
    confirm("rotate", model::rotate);
  }

  @FXML
  void enable() {
    model.enable();
  }

  @FXML
  void disable() {
    confirm("disable", model::disable);
  }

  @FXML
  void replay() {
    ZoneId zone = ZoneId.systemDefault();
    ReplayForm form = new ReplayForm(zone, LocalDate.now(zone));
    new ReplayView(model.newReplay(form), texts, url.getText()).show(window());
  }

  @FXML
  void deliveries() {
    EndpointDetail detail = model.detail().get();
    if (detail != null) {
      navigation.go(WebhookFeature.DELIVERIES, detail.row().id());
    }
  }

  @FXML
  void close() {
    closed.run();
  }
}
