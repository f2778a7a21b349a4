package eu.callorders.console.overview;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.text.NumberFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Metrics of the deployment, current and of the last hour, and of this tenant. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OverviewView implements Screen {
  @FXML private ErrorPane error;
  @FXML private VBox haltBanner;
  @FXML private Label haltedBy;
  @FXML private Hyperlink haltsLink;
  @FXML private VBox tenantSection;
  @FXML private FlowPane tenantMetrics;
  @FXML private VBox metricsSection;
  @FXML private FlowPane metrics;
  @FXML private FlowPane byStatus;
  @FXML private GridPane charts;
  @FXML private VBox gateways;
  @FXML private VBox nodes;
  @FXML private VBox quotasSection;

  private final ScreenContext desk;
  private final OverviewViewModel model;
  private final Texts texts = Texts.beside(OverviewView.class);
  private final ElapsedTimeFormatter spans = new ElapsedTimeFormatter(texts);
  private final DeploymentStatusList condition = new DeploymentStatusList(texts);
  private final NumberFormat numbers = NumberFormat.getIntegerInstance();
  private final MetricTile calls = new MetricTile("figure-calls", texts.get("calls_running"));
  private final MetricTile dialLag = new MetricTile("figure-dial-lag", texts.get("dial_lag.p99"));
  private final MetricTile deliveryLag =
      new MetricTile("figure-delivery-lag", texts.get("delivery_lag.p99"));
  private final MetricTile dead = new MetricTile("figure-dead-letters", texts.get("dead_letters"));
  private final Map<String, MetricTile> named = new HashMap<>();
  private final Charts drawn = new Charts(texts, spans, numbers);
  private final QuotaPane quotas = new QuotaPane(texts, numbers);
  private final Parent root;

  OverviewView(ScreenContext context) {
    this.desk = context;
    this.model = new OverviewViewModel(context.background(), context.session(), System::nanoTime);
    this.root = Fxml.load(this, texts);
    root.sceneProperty().addListener((ignored, before, now) -> model.look(now != null));
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    metrics.getChildren().addAll(calls, dialLag, deliveryLag, dead);
    Stream.concat(Charts.OPEN.stream(), Charts.ENDED.stream())
        .forEach(status -> status(status, byStatus));
    drawn.placeOn(charts);
    quotasSection.getChildren().add(quotas);
    visible(metricsSection, model.hasFigures());
    visible(tenantSection, !model.hasFigures());
    visible(haltBanner, false);
    haltsLink.setOnAction(ignored -> desk.navigation().go("administration", "halt"));
    model.latest().addListener((ignored, before, now) -> show(now));
    model.failure().addListener(ignored -> showError());
    model.ownFailure().addListener(ignored -> showError());
    model.own().addListener((ignored, before, now) -> show(now));
    show(model.own().get());
  }

  private MetricTile status(String status, FlowPane pane) {
    return named.computeIfAbsent(
        status,
        name -> {
          MetricTile tile = new MetricTile("figure-" + name, texts.value("status", name));
          pane.getChildren().add(tile);
          return tile;
        });
  }

  private void showError() {
    Failure deployment = model.failure().get();
    error.show(deployment == null ? model.ownFailure().get() : deployment);
  }

  private void show(@Nullable Sample sample) {
    if (sample == null) {
      return;
    }
    calls.show(numbers.format(sample.callsRunning()), false);
    dialLag.show(spans.text(sample.dialLag().p99()), false);
    deliveryLag.show(spans.text(sample.deliveryLag().p99()), false);
    dead.show(numbers.format(sample.deadLetters()), sample.deadLetters() > 0);
    sample
        .orders()
        .forEach((status, count) -> status(status, byStatus).show(numbers.format(count), false));
    gateways.getChildren().setAll(condition.gateways(sample));
    nodes.getChildren().setAll(condition.nodes(sample));
    visible(haltBanner, !sample.halts().isEmpty());
    haltedBy.setText(texts.get("halted", String.join(" · ", sample.halts())));
    Duration oldest = model.history().getFirst().at();
    drawn.add(sample, oldest);
  }

  private void show(TenantFigures own) {
    quotas.show(own);
    if (model.hasFigures()) {
      return;
    }
    TenantFigures.Count failed = own.deadLetters();
    tenantMetrics.getChildren().clear();
    own.orders().forEach((status, count) -> card(texts.value("status", status), count, false));
    if (failed != null) {
      card(texts.get("dead_letters"), failed, failed.number() > 0);
    }
  }

  private void card(String name, TenantFigures.Count count, boolean bad) {
    MetricTile tile = new MetricTile("own-figure", name);
    tile.show(quotas.counted(count), bad);
    tenantMetrics.getChildren().add(tile);
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  @Override
  public void shown() {
    model.start();
  }

  @Override
  public void refresh() {
    model.refresh();
  }

  @Override
  public void close() {
    model.stop();
  }
}
