package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.text.NumberFormat;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Metrics of the deployment, current and of the last hour, and of this tenant. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class OverviewView extends FxmlView implements Screen {
  @FXML private ErrorPane error;
  @FXML private VBox haltBanner;
  @FXML private Label haltedBy;
  @FXML private Hyperlink haltsLink;
  @FXML private VBox endpointsSection;
  @FXML private VBox tenantSection;
  @FXML private FlowPane tenantMetrics;
  @FXML private VBox feed;
  @FXML private VBox metricsSection;
  @FXML private FlowPane metrics;
  @FXML private FlowPane byStatus;
  @FXML private VBox charts;
  @FXML private VBox gateways;
  @FXML private VBox nodes;
  @FXML private VBox quotasSection;

  private final ScreenContext context;
  private final OverviewViewModel model;
  private final ElapsedTimeFormatter durations = new ElapsedTimeFormatter(texts);
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final NumberFormat numbers = NumberFormat.getIntegerInstance();
  private final MetricTile calls = new MetricTile("figure-calls", texts.get("calls_running"));
  private final MetricTile dialLag = new MetricTile("figure-dial-lag", texts.get("dial_lag.p99"));
  private final MetricTile deliveryLag =
      new MetricTile("figure-delivery-lag", texts.get("delivery_lag.p99"));
  private final MetricTile deadLetters =
      new MetricTile("figure-dead-letters", texts.get("dead_letters"));
  private final Map<String, MetricTile> tilesByStatus = new HashMap<>();
  private final QuotaPane quotaPane = new QuotaPane(texts, numbers);
  private final HistoryViewModel history;
  private final ChartsPane chartsPane;
  private final FeedPane feedPane;
  private final FailingEndpointsPane failingEndpoints;

  OverviewView(ScreenContext context, ObservableValue<List<JsonNode>> endpoints) {
    this.context = context;
    this.failingEndpoints = new FailingEndpointsPane(texts, context.navigation(), endpoints);
    this.model = new OverviewViewModel(context.background(), context.session(), System::nanoTime);
    this.history = new HistoryViewModel(context.background(), context.session());
    ChartMapper mapper =
        new ChartMapper(texts, new BarLinks(context.navigation(), texts, ZoneId.systemDefault()));
    this.chartsPane =
        new ChartsPane(
            texts,
            history,
            new HistoryPane(texts, durations, numbers, mapper),
            () -> new LiveCharts(texts, durations, numbers),
            model.history,
            new TimestampFormatter(context.session().clock()));
    this.feedPane = new FeedPane(texts, numbers, mapper, context.session(), context.events());
    load();
    root().sceneProperty().addListener((ignored, before, now) -> setVisible(now != null));
  }

  /**
   * The screen of the overview.
   *
   * @param endpoints all endpoints of the tenant as they were read last
   */
  public static Feature feature(ObservableValue<List<JsonNode>> endpoints) {
    Texts texts = Texts.of(OverviewView.class);
    return new Feature(
        "overview",
        texts.get("title"),
        "fth-activity",
        session ->
            session.administration().isPresent()
                || session.may(Scope.CONFIG_READ)
                || session.may(Scope.ORDERS_READ),
        texts.get("needs.administration"),
        context -> new OverviewView(context, endpoints));
  }

  @FXML
  void initialize() {
    endpointsSection.getChildren().setAll(failingEndpoints);
    metrics.getChildren().addAll(calls, dialLag, deliveryLag, deadLetters);
    Stream.concat(LiveCharts.OPEN.stream(), LiveCharts.ENDED.stream())
        .forEach(status -> statusTile(status, byStatus));
    if (model.hasDeploymentMetrics()) {
      charts.getChildren().setAll(chartsPane);
    } else {
      feed.getChildren().setAll(feedPane);
      model.tenantMetrics.addListener(ignored -> feedPane.show()); // its time goes on
    }
    quotasSection.getChildren().add(quotaPane);
    Visibility.set(metricsSection, model.hasDeploymentMetrics());
    Visibility.set(tenantSection, !model.hasDeploymentMetrics());
    Visibility.set(haltBanner, false);
    haltsLink.setOnAction(ignored -> context.navigation().go(Link.to("administration", "")));
    model.latest.addListener((ignored, before, now) -> show(now));
    model.failure.addListener(ignored -> showError());
    model.tenantFailure.addListener(ignored -> showError());
    model.tenantMetrics.addListener((ignored, before, now) -> show(now));
    show(model.tenantMetrics.get());
  }

  private MetricTile statusTile(String status, FlowPane pane) {
    return tilesByStatus.computeIfAbsent(
        status,
        name -> {
          MetricTile tile = new MetricTile("figure-" + name, texts.value("status", name));
          pane.getChildren().add(tile);
          return tile;
        });
  }

  private void showError() {
    Failure deployment = model.failure.get();
    error.show(deployment == null ? model.tenantFailure.get() : deployment);
  }

  private void setVisible(boolean visible) {
    model.setVisible(visible);
    history.setVisible(visible && model.hasDeploymentMetrics());
    show(model.latest.get());
  }

  /** A hidden view costs nothing until it is shown. */
  private void show(@Nullable DeploymentSample sample) {
    if (sample == null || root().getScene() == null) {
      return;
    }
    calls.show(numbers.format(sample.callsRunning()), false);
    dialLag.show(durations.format(sample.dialLag().p99()), false);
    deliveryLag.show(durations.format(sample.deliveryLag().p99()), false);
    deadLetters.show(numbers.format(sample.deadLetters()), sample.deadLetters() > 0);
    sample
        .orders()
        .forEach(
            (status, count) -> statusTile(status, byStatus).show(numbers.format(count), false));
    fill(gateways, sample.gateways().stream().map(this::line), "gateways.none");
    fill(nodes, sample.nodes().stream().map(this::line), "nodes.none");
    Visibility.set(haltBanner, !sample.halts().isEmpty());
    haltedBy.setText(texts.get("halted", String.join(" · ", sample.halts())));
    chartsPane.showSamples();
  }

  private void fill(VBox list, Stream<Node> lines, String none) {
    list.getChildren().setAll(lines.toList());
    if (list.getChildren().isEmpty()) {
      list.getChildren().add(new Label(texts.get(none)));
    }
  }

  private Node line(DeploymentSample.Gateway gateway) {
    String state = texts.value("gateway", gateway.state());
    return line(gateway.name(), new StatusBadge(state, StatusStyle.of(gateway.state())));
  }

  private Node line(DeploymentSample.Node node) {
    Label seen = new Label(texts.get("node.seen", timestamps.text(node.lastSeenAt())));
    seen.getStyleClass().add("timeline-time");
    return line(node.id(), seen);
  }

  private static Node line(String name, Node status) {
    HBox line = new HBox(10, new Label(name), status);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }

  private void show(TenantMetrics own) {
    quotaPane.show(own);
    if (model.hasDeploymentMetrics()) {
      return;
    }
    TenantMetrics.Count failed = own.deadLetters();
    tenantMetrics.getChildren().clear();
    own.orders()
        .forEach((status, count) -> addTenantTile(texts.value("status", status), count, false));
    if (failed != null) {
      addTenantTile(texts.get("dead_letters"), failed, failed.number() > 0);
    }
  }

  private void addTenantTile(String name, TenantMetrics.Count count, boolean bad) {
    MetricTile tile = new MetricTile("own-figure", name);
    tile.show(quotaPane.format(count), bad);
    tenantMetrics.getChildren().add(tile);
  }

  @Override
  public void shown() {
    model.start();
  }

  @Override
  public void refresh() {
    model.refresh();
    history.refresh();
  }

  @Override
  public void close() {
    model.stop();
    history.stop();
    feedPane.close();
  }

  /** A metric: its value and name. */
  private static final class MetricTile extends VBox {
    private final String name;
    private final Label value = new Label("–");

    MetricTile(String id, String name) {
      this.name = name;
      Label caption = new Label(name);
      caption.getStyleClass().add("figure-name");
      value.getStyleClass().add("figure-value");
      setId(id);
      getStyleClass().add("figure");
      getChildren().addAll(caption, value);
      setFocusTraversable(false);
      setAccessibleText(name);
    }

    /**
     * @param bad whether the value needs attention
     */
    void show(String text, boolean bad) {
      value.setText(text);
      setAccessibleText(name + ": " + text);
      value.getStyleClass().remove("figure-bad");
      if (bad) {
        value.getStyleClass().add("figure-bad");
      }
    }
  }
}
