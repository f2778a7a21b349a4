package eu.callorders.console.webhook;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The details of an endpoint, with its actions and their results. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class EndpointView {
  @FXML private StackPane status;
  @FXML private TextField url;
  @FXML private VBox actions;
  @FXML private ProgressIndicator busy;
  @FXML private ErrorPane error;
  @FXML private VBox page;
  @FXML private VBox replaying;
  @FXML private VBox tested;
  @FXML private VBox recent;
  @FXML private JsonPane json;

  private final EndpointViewModel model;
  private final Navigation navigation;
  private final Runnable onClose;
  private final Texts texts = Texts.of(EndpointView.class);
  private final TimestampFormatter times = new TimestampFormatter();
  private final AttemptBars bars = new AttemptBars(texts, times);
  private final RecentDeliveriesChart recentDeliveries = new RecentDeliveriesChart();
  private final EndpointFacts facts = new EndpointFacts(texts, times);
  private final ReplayCard replayCard = new ReplayCard(texts);
  private final EndpointBar bar;
  private final Parent root;

  /**
   * @param onEdit called to edit the endpoint
   * @param onClose called when the operator closes the pane
   */
  EndpointView(
      EndpointViewModel model,
      Navigation navigation,
      Consumer<EndpointDetail> onEdit,
      Runnable onClose) {
    this.model = model;
    this.navigation = navigation;
    this.onClose = onClose;
    this.bar = new EndpointBar(model, texts, onEdit);
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    actions.getChildren().add(bar.root());
    recent.getChildren().add(recentDeliveries);
    replaying.getChildren().add(replayCard);
    page.getChildren().add(facts);
    EndpointActions endpointActions = model.actions();
    busy.visibleProperty().bind(endpointActions.busy());
    model.detail().addListener((ignored, before, now) -> show(now));
    model.replay().addListener((ignored, before, now) -> replayCard.show(now));
    model.loadFailure().addListener(ignored -> showError());
    endpointActions.testResult().addListener((ignored, before, now) -> tested(now));
    endpointActions.failure().addListener(ignored -> showError());
    show(null);
    tested(null);
  }

  /** Applies the scopes of the session. */
  void applyScopes() {
    bar.updateButtons();
  }

  private void show(@Nullable EndpointDetail detail) {
    url.setText(detail == null ? "" : detail.row().url());
    status.getChildren().clear();
    if (detail == null) {
      facts.clear();
      json.clear();
      recentDeliveries.show(List.of(), texts, times);
      return;
    }
    status.getChildren().setAll(EndpointStatusStyle.status(texts, detail.row().status()));
    recentDeliveries.show(detail.recent(), texts, times);
    facts.show(detail);
    json.show(detail.json());
  }

  private void showError() {
    Failure actionFailure = model.actions().failure().get();
    error.show(actionFailure == null ? model.loadFailure().get() : actionFailure);
  }

  private void tested(@Nullable DeliveryRow delivery) {
    tested.getChildren().clear();
    tested.setVisible(delivery != null);
    tested.setManaged(delivery != null);
    if (delivery != null) {
      boolean succeeded = delivery.status().equals("succeeded");
      Label title = new Label(texts.get(succeeded ? "tested.good" : "tested.bad"));
      title.getStyleClass().add("card-title");
      tested.getChildren().setAll(title, bars.render(delivery.attempts()));
    }
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
    onClose.run();
  }
}
