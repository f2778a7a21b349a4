package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import java.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.chart.Axis;
import javafx.scene.chart.XYChart;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Paint;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.Path;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxToolkit;

@RobotTest
class TimeChartTest extends UiRobot {
  private static final DeploymentSample.Lag NONE = new DeploymentSample.Lag(0, 0);

  private static DeploymentSample sample(Duration at) {
    return new DeploymentSample(
        at, false, Map.of(), 1, NONE, NONE, 0, List.of(), List.of(), List.of());
  }

  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  @ParameterizedTest
  @CsvSource({
    "700, 10, -20 minutes|-15 minutes|-10 minutes|-5 minutes|now",
    "280, 10, -20 minutes|-10 minutes|now",
    "100, 60, -60 minutes|-30 minutes|now",
  })
  void labelsNowAtEveryRange(int width, int minutes, String labels) throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    TimeChart chart = read(() -> show(stage, width));
    runAndWait(() -> chart.show(List.of(sample(Duration.ZERO))));
    runAndWait(
        () -> chart.show(List.of(sample(Duration.ZERO), sample(Duration.ofMinutes(minutes)))));
    runAndWait(chart::layout);
    assertThat(read(() -> labels(chart.getXAxis()))).isEqualTo(labels);
  }

  @Test
  void labelsNowAtEveryWidth() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    TimeChart chart = read(() -> show(stage, 240));
    runAndWait(() -> chart.show(List.of(sample(Duration.ZERO))));
    runAndWait(() -> chart.show(List.of(sample(Duration.ZERO), sample(Duration.ofMinutes(10)))));
    assertThat(read(() -> labelsByWidth(chart)))
        .hasSize(200)
        .allMatch(axis -> axis.endsWith("|now"));
  }

  @ParameterizedTest
  @ValueSource(ints = {240, 254, 319, 320, 366})
  void namesItsLinesAtEveryWidth(int width) throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    List<TimeChart.Line> lines =
        Stream.of("Abgeschlossen", "Abgelaufen", "Storniert", "Fehlgeschlagen")
            .map(name -> new TimeChart.Line(name, StatusBadge.Tone.NEUTRAL, ignored -> 0))
            .toList();
    TimeChart chart = read(() -> show(stage, width, lines));
    runAndWait(() -> chart.show(List.of(sample(Duration.ZERO))));
    runAndWait(chart.getParent()::layout);
    assertThat(read(chart::getWidth)).isEqualTo(width);
    assertThat(read(() -> chart.lookup(".chart-legend").isVisible())).isTrue();
  }

  /** The axis labels at each width. */
  private static List<String> labelsByWidth(TimeChart chart) {
    List<String> axes = new ArrayList<>();
    for (int width = 240; width < 440; width++) {
      chart.setPrefWidth(width);
      chart.getParent().applyCss();
      chart.getParent().layout();
      axes.add(width + " wide: " + labels(chart.getXAxis()));
    }
    return axes;
  }

  @Test
  void drawsLineFromFirstSampleToNow() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    TimeChart chart = read(() -> show(stage, 400));
    runAndWait(() -> chart.show(List.of(sample(Duration.ZERO))));
    runAndWait(() -> chart.show(List.of(sample(Duration.ZERO), sample(Duration.ofMinutes(10)))));
    runAndWait(chart.getParent()::layout);
    double width = read(() -> chart.getXAxis().getWidth());
    Path line = (Path) chart.getData().getFirst().getNode();
    assertThat(read(() -> line.getElements().stream().filter(LineTo.class::isInstance).toList()))
        .extracting(it -> ((LineTo) it).getX())
        .containsExactly(width / 2, width);
  }

  @Test
  void addsLaterSamplesAndDropsOlderOnes() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    TimeChart chart = read(() -> show(stage, 400));
    List<DeploymentSample> samples =
        Stream.of(0, 5, 10, 15).map(Duration::ofMinutes).map(TimeChartTest::sample).toList();
    runAndWait(() -> chart.show(samples.subList(0, 2)));
    XYChart.Data<Number, Number> kept = chart.getData().getFirst().getData().getLast();
    runAndWait(() -> chart.show(samples.subList(1, 4)));
    List<XYChart.Data<Number, Number>> points = chart.getData().getFirst().getData();
    assertThat(points.getFirst()).as("a shown sample").isSameAs(kept);
    assertThat(points)
        .extracting(point -> Duration.ofMillis(point.getXValue().longValue()).toMinutes())
        .containsExactly(5L, 10L, 15L);
  }

  /** The color of the dots of that tone. */
  private static Paint colorOf(Pane parent, StatusBadge.Tone tone) {
    Region dot = new Region();
    dot.getStyleClass().addAll("dot", "dot-" + tone.key());
    parent.getChildren().add(dot);
    parent.applyCss();
    return dot.getBackground().getFills().getFirst().getFill();
  }

  private static List<Paint> lineColors(Pane parent, String chart) {
    return parent.getChildren().stream()
        .filter(node -> chart.equals(node.getId()))
        .flatMap(node -> ((TimeChart) node).getData().stream())
        .map(series -> ((Path) series.getNode()).getStroke())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void colorsLinesAsBadgesOfTheSameStatus(boolean dark) throws Exception {
    FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          Texts texts = Texts.of(Charts.class);
          Charts charts =
              new Charts(texts, new ElapsedTimeFormatter(texts), NumberFormat.getIntegerInstance());
          GridPane parent = new GridPane();
          charts.addTo(parent);
          Scene scene = new Scene(parent);
          scene.setUserAgentStylesheet(
              (dark ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheet());
          scene.getStylesheets().add("/eu/callorders/console/app/console.css");
          parent.applyCss();
          Paint neutral = colorOf(parent, StatusBadge.Tone.NEUTRAL);
          Paint active = colorOf(parent, StatusBadge.Tone.ACTIVE);
          Paint warning = colorOf(parent, StatusBadge.Tone.WARNING);
          Paint bad = colorOf(parent, StatusBadge.Tone.BAD);
          List<Paint> ended = lineColors(parent, "chart-orders.ended");
          assertThat(ended.subList(0, 2)).containsExactly(neutral, warning);
          assertThat(ended.get(3)).isEqualTo(bad);
          assertThat(ended).doesNotHaveDuplicates();
          List<Paint> open = lineColors(parent, "chart-orders.open");
          assertThat(open.get(2)).isEqualTo(active);
          assertThat(open).doesNotHaveDuplicates().doesNotContain(bad, warning);
          assertThat(lineColors(parent, "chart-dead_letters")).containsExactly(bad);
          assertThat(lineColors(parent, "chart-dial_lag"))
              .startsWith(active)
              .doesNotHaveDuplicates()
              .doesNotContain(warning);
        });
  }

  private static TimeChart show(Stage stage, int width) {
    return show(
        stage,
        width,
        List.of(new TimeChart.Line("", StatusBadge.Tone.ACTIVE, DeploymentSample::callsRunning)));
  }

  private static TimeChart show(Stage stage, int width, List<TimeChart.Line> lines) {
    TimeChart chart = new TimeChart("chart", "", Long::toString, TimeChartTest::minutes, lines);
    Pane parent = new Pane(chart); // lets the chart shrink to its minimum
    chart.setPrefWidth(width);
    stage.setScene(new Scene(parent, 800, 240));
    stage.show();
    return chart;
  }

  private static String minutes(long milliseconds) {
    return milliseconds == 0 ? "now" : "-%d minutes".formatted(milliseconds / 60_000);
  }

  private static String labels(Axis<Number> axis) {
    return axis.getChildrenUnmodifiable().stream()
        .filter(child -> child instanceof Text && child.isVisible())
        .sorted(Comparator.comparingDouble(child -> child.getBoundsInParent().getMinX()))
        .map(child -> ((Text) child).getText())
        .collect(Collectors.joining("|"));
  }

  @Test
  void selectsTimeRangeByKnownTime() {
    assertThat(TimeChart.timeRange(Duration.ZERO)).isEqualTo(Duration.ofMinutes(4));
    assertThat(TimeChart.timeRange(Duration.ofMinutes(4))).isEqualTo(Duration.ofMinutes(4));
    assertThat(TimeChart.timeRange(Duration.ofMinutes(11))).isEqualTo(Duration.ofMinutes(20));
    assertThat(TimeChart.timeRange(Duration.ofMinutes(61))).isEqualTo(Duration.ofMinutes(60));
  }

  @Test
  void selectsRoundTicksAboveMaximum() {
    assertThat(TimeChart.tick(0)).isEqualTo(1);
    assertThat(TimeChart.tick(4)).isEqualTo(1);
    assertThat(TimeChart.tick(5)).isEqualTo(2);
    assertThat(TimeChart.tick(21)).isEqualTo(10);
    assertThat(TimeChart.tick(41)).isEqualTo(20);
    assertThat(TimeChart.tick(1_234_567)).isEqualTo(500_000);
  }
}
