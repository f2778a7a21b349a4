package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TroublePane;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
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

/** How the deployment is, at a glance and over the last hour. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OverviewView implements Screen {
  private static final List<String> OPEN =
      List.of("accepted", "scheduled", "dialing", "in_progress");
  private static final List<String> ENDED = List.of("completed", "expired", "canceled", "failed");
  private static final int CHARTS_IN_A_ROW = 3;

  @FXML private TroublePane trouble;
  @FXML private VBox halted;
  @FXML private Label haltedBy;
  @FXML private Hyperlink toHalts;
  @FXML private Label none;
  @FXML private VBox figuresPart;
  @FXML private FlowPane figures;
  @FXML private FlowPane orders;
  @FXML private GridPane charts;
  @FXML private VBox gateways;
  @FXML private VBox nodes;
  @FXML private Facts quotas;

  private final Desk desk;
  private final OverviewViewModel model;
  private final Texts texts = Texts.beside(OverviewView.class);
  private final Spans spans = new Spans(texts);
  private final Condition condition = new Condition(texts);
  private final NumberFormat numbers = NumberFormat.getIntegerInstance();
  private final Figure calls = new Figure("figure-calls", texts.get("calls_running"));
  private final Figure dialLag = new Figure("figure-dial-lag", texts.get("dial_lag.p99"));
  private final Figure deliveryLag =
      new Figure("figure-delivery-lag", texts.get("delivery_lag.p99"));
  private final Figure dead = new Figure("figure-dead-letters", texts.get("dead_letters"));
  private final Map<String, Figure> statuses = new HashMap<>();
  private final List<TimeChart> drawn = drawn();
  private final Parent root;

  OverviewView(Desk desk) {
    this.desk = desk;
    this.model = new OverviewViewModel(desk.background(), desk.session(), InstantSource.system());
    this.root = Fxml.load(this, texts);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    figures.getChildren().addAll(calls, dialLag, deliveryLag, dead);
    Stream.concat(OPEN.stream(), ENDED.stream()).forEach(this::status);
    for (int index = 0; index < drawn.size(); index++) {
      charts.add(drawn.get(index), index % CHARTS_IN_A_ROW, index / CHARTS_IN_A_ROW);
    }
    visible(figuresPart, model.hasFigures());
    visible(none, !model.hasFigures());
    visible(halted, false);
    toHalts.setOnAction(ignored -> desk.navigation().go("administration", "halt"));
    model.latest().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
    model.tenant().addListener(ignored -> showQuotas());
    showQuotas();
  }

  private Figure status(String status) {
    return statuses.computeIfAbsent(
        status,
        name -> {
          Figure figure = new Figure("figure-" + name, texts.value("status", name));
          orders.getChildren().add(figure);
          return figure;
        });
  }

  private List<TimeChart> drawn() {
    return List.of(
        numbered("orders.open", lines(OPEN)),
        numbered("calls_running", List.of(new TimeChart.Line("", Sample::callsRunning))),
        new TimeChart(
            "chart-dial-lag",
            texts.get("dial_lag"),
            spans::text,
            List.of(
                new TimeChart.Line(texts.get("p50"), sample -> sample.dialLag().p50()),
                new TimeChart.Line(texts.get("p99"), sample -> sample.dialLag().p99()))),
        numbered("orders.ended", lines(ENDED)),
        numbered("dead_letters", List.of(new TimeChart.Line("", Sample::deadLetters))),
        new TimeChart(
            "chart-delivery-lag",
            texts.get("delivery_lag"),
            spans::text,
            List.of(
                new TimeChart.Line(texts.get("p50"), sample -> sample.deliveryLag().p50()),
                new TimeChart.Line(texts.get("p99"), sample -> sample.deliveryLag().p99()))));
  }

  private TimeChart numbered(String key, List<TimeChart.Line> lines) {
    return new TimeChart("chart-" + key, texts.get(key), numbers::format, lines);
  }

  private List<TimeChart.Line> lines(List<String> of) {
    return of.stream()
        .map(it -> new TimeChart.Line(texts.value("status", it), sample -> sample.orders(it)))
        .toList();
  }

  private void show(@Nullable Sample sample) {
    if (sample == null) {
      return;
    }
    calls.show(numbers.format(sample.callsRunning()), false);
    dialLag.show(spans.text(sample.dialLag().p99()), false);
    deliveryLag.show(spans.text(sample.deliveryLag().p99()), false);
    dead.show(numbers.format(sample.deadLetters()), sample.deadLetters() > 0);
    sample.orders().forEach((status, count) -> status(status).show(numbers.format(count), false));
    gateways.getChildren().setAll(condition.gateways(sample));
    nodes.getChildren().setAll(condition.nodes(sample));
    visible(halted, !sample.halts().isEmpty());
    haltedBy.setText(texts.get("halted", String.join(" · ", sample.halts())));
    Instant oldest = model.history().getFirst().at();
    drawn.forEach(chart -> chart.add(sample, oldest));
  }

  private void showQuotas() {
    quotas.clear();
    JsonNode read = model.quotas();
    if (read.isEmpty()) {
      quotas.addText(texts.get("quotas"), texts.get("quotas.none"));
    }
    read.properties()
        .forEach(
            quota ->
                quotas.add(
                    texts.value("quota", quota.getKey()),
                    quota.getValue().isNumber()
                        ? numbers.format(quota.getValue().numberValue())
                        : quota.getValue().asText()));
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  @Override
  public void shown() {
    model.start();
    model.readTenant();
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
