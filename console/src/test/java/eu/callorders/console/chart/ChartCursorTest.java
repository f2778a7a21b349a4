package eu.callorders.console.chart;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.Region;
import javafx.scene.paint.Paint;
import javafx.scene.shape.Path;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

/** What the mouse and the keys do in a chart. */
@RobotTest
class ChartCursorTest extends ChartFixture {
  private static final String LAST =
      """
      Fri, 20 Nov 2026, 17:00–18:00
      ▸ Series 2: 8\
      """;

  private Chart chart;

  @BeforeEach
  void show() throws Exception {
    chart = show(bars(), 600, false);
    runAndWait(
        () ->
            chart.show(
                data(
                    series(
                        Tone.GOOD,
                        new long[] {30, 20, 0},
                        new long[] {10, 20, 0},
                        new long[] {0, 5, 8}),
                    3)));
  }

  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  private String tooltip() {
    return read(
        () ->
            Window.getWindows().stream()
                .filter(window -> window instanceof Tooltip && window.isShowing())
                .map(window -> ((Tooltip) window).getText())
                .findFirst()
                .orElse(""));
  }

  private void focus() {
    runAndWait(plot(chart)::requestFocus);
  }

  private void push(KeyCode... keys) {
    for (KeyCode key : keys) {
      robot().push(key);
    }
    runAndWait(() -> {});
  }

  /** Moves the mouse to the part of a bar whose series begins there at the bottom. */
  private void point(int step, int series) {
    Plot plot = plot(chart);
    Bounds part = bounds(paths(chart, ".chart-bar").get(series));
    double bottom = part.getMaxY() - 4;
    Point2D at = read(() -> plot.localToScreen(plot.middle(step), bottom));
    robot().moveTo(at);
    runAndWait(() -> {});
  }

  @Test
  void choosesStepsAndPartsByKeys() {
    focus();
    assertThat(tooltip()).isEmpty();
    push(KeyCode.LEFT);
    assertThat(tooltip()).isEqualTo(LAST + "\n\nClosed");
    push(KeyCode.LEFT);
    assertThat(tooltip())
        .isEqualTo(
            """
            Fri, 20 Nov 2026, 16:00–17:00
            ▸ Series 2: 5
            Series 1: 20
            Series 0: 20
            Total: 45

            Closed\
            """);
    push(KeyCode.DOWN);
    assertThat(tooltip()).contains("▸ Series 1: 20").endsWith("Opens s1");
    push(KeyCode.HOME);
    assertThat(tooltip()).contains("15:00–16:00", "▸ Series 1: 10", "Total: 40");
    push(KeyCode.LEFT, KeyCode.DOWN, KeyCode.DOWN);
    assertThat(tooltip()).contains("15:00–16:00", "▸ Series 0: 30");
    push(KeyCode.UP, KeyCode.RIGHT, KeyCode.UP, KeyCode.UP);
    assertThat(tooltip()).contains("16:00–17:00", "▸ Series 2: 5");
    push(KeyCode.END, KeyCode.RIGHT);
    assertThat(tooltip()).contains("17:00–18:00");
    push(KeyCode.ESCAPE);
    assertThat(tooltip()).isEmpty();
  }

  @Test
  void opensWhatIsBehindAPartByEnter() {
    focus();
    push(KeyCode.ENTER);
    push(KeyCode.LEFT, KeyCode.ENTER);
    assertThat(opened).isEmpty();
    push(KeyCode.HOME, KeyCode.ENTER);
    assertThat(opened).containsExactly("0 s0");
    assertThat(tooltip()).isEmpty();
  }

  @Test
  void showsAndOpensWhatTheMousePointsAt() {
    point(0, 0);
    assertThat(tooltip()).contains("15:00–16:00", "▸ Series 0: 30").endsWith("Opens s0");
    assertThat(read(plot(chart)::getCursor)).isEqualTo(Cursor.HAND);
    Node highlight = chart.lookup(".chart-highlight");
    assertThat(read(highlight::isVisible)).isTrue();
    robot().clickOn(MouseButton.SECONDARY);
    assertThat(opened).isEmpty();
    robot().clickOn(MouseButton.PRIMARY);
    runAndWait(() -> {});
    assertThat(opened).containsExactly("0 s0");
    point(2, 2);
    assertThat(tooltip()).contains("▸ Series 2: 8").endsWith("Closed");
    assertThat(read(plot(chart)::getCursor)).isNull();
    robot().clickOn(MouseButton.PRIMARY);
    runAndWait(() -> {});
    assertThat(opened).hasSize(1);
  }

  @Test
  void hidesTheTooltipOutsideOfTheAxes() {
    point(0, 0);
    robot().moveTo(chart.lookup(".card-title"));
    runAndWait(() -> {});
    assertThat(tooltip()).isEmpty();
    assertThat(read(chart.lookup(".chart-highlight")::isVisible)).isFalse();
  }

  @Test
  void tellsScreenReadersTheWholeChartAndTheChosenStep() {
    Plot plot = plot(chart);
    assertThat(plot.getAccessibleRole()).isEqualTo(AccessibleRole.IMAGE_VIEW);
    assertThat(plot.getAccessibleHelp()).startsWith("Left and right choose a step");
    String summary =
        "Orders, a day: 93. Series 0: 50, Series 1: 30, Series 2: 13."
            + " The most: 45 (Fri, 20 Nov 2026, 16:00–17:00)";
    assertThat(read(plot::getAccessibleText)).isEqualTo(summary);
    focus();
    push(KeyCode.LEFT);
    assertThat(read(plot::getAccessibleText)).startsWith(LAST);
    push(KeyCode.ESCAPE);
    assertThat(read(plot::getAccessibleText)).isEqualTo(summary);
    long[] nothing = {0, 0, 0};
    runAndWait(() -> chart.show(data(series(Tone.GOOD, nothing), 3)));
    assertThat(read(plot::getAccessibleText)).isEqualTo("Orders, a day: nothing");
  }

  @Test
  void describesLinesByTheirLargestValues() throws Exception {
    chart = show(chart(Marks.LINES, ValueScale.DURATIONS), 600, false);
    long none = ChartData.NONE;
    ChartData lines =
        data(series(Tone.ACTIVE, new long[] {5, 7, none}, new long[] {9, 0, none}), 3);
    runAndWait(() -> chart.show(new ChartData(lines.span(), lines.axis(), lines.series())));
    assertThat(read(plot(chart)::getAccessibleText))
        .isEqualTo("Orders, a day, at most: Series 0: 7, Series 1: 9");
    focus();
    push(KeyCode.LEFT);
    assertThat(tooltip()).isEqualTo("Fri, 20 Nov 2026, 17:00–18:00\nNothing");
    push(KeyCode.LEFT);
    assertThat(tooltip()).isEqualTo("Fri, 20 Nov 2026, 16:00–17:00\nSeries 1: 0\nSeries 0: 7");
  }

  @Test
  void keepsTheChosenStepWhileTheDataChange() {
    focus();
    push(KeyCode.LEFT);
    runAndWait(
        () ->
            chart.show(data(series(Tone.GOOD, new long[3], new long[3], new long[] {0, 5, 9}), 3)));
    assertThat(tooltip()).contains("▸ Series 2: 9");
    runAndWait(() -> chart.show(data(series(Tone.GOOD, new long[] {1}), 1)));
    assertThat(tooltip()).isEmpty();
  }

  private List<String> legend() {
    return read(
        () ->
            chart.lookupAll(".chart-legend-entry").stream()
                .map(it -> ((ToggleButton) it).getText() + " " + ((ToggleButton) it).isSelected())
                .sorted()
                .toList());
  }

  @Test
  void drawsAgainWhenItsFontChanges() {
    assertThat(texts(chart, ".chart-value")).hasSize(6);
    runAndWait(() -> chart.setStyle("-fx-font-size: 24px"));
    assertThat(texts(chart, ".chart-value")).containsExactly("50", "0");
  }

  @Test
  void hidesSeriesByClickAndKey() {
    assertThat(legend()).containsExactly("Series 0 true", "Series 1 true", "Series 2 true");
    robot().clickOn("#legend-s0");
    runAndWait(() -> {});
    assertThat(legend()).containsExactly("Series 0 false", "Series 1 true", "Series 2 true");
    assertThat(paths(chart, ".chart-bar")).hasSize(2);
    assertThat(texts(chart, ".chart-value")).contains("25").doesNotContain("50");
    assertThat(read(plot(chart)::getAccessibleText)).startsWith("Orders, a day: 43. Series 1: 30,");
    ToggleButton second = (ToggleButton) chart.lookup("#legend-s1");
    runAndWait(second::requestFocus);
    push(KeyCode.SPACE);
    assertThat(paths(chart, ".chart-bar")).hasSize(1);
    List<Path> hidden = paths(chart, ".chart-bar");
    assertThat(fill(hidden.getFirst()))
        .as("the color stays")
        .isEqualTo(read(() -> legendColor("#legend-s2")));
    push(KeyCode.SPACE);
    robot().clickOn("#legend-s0");
    runAndWait(() -> {});
    assertThat(paths(chart, ".chart-bar")).hasSize(3);
  }

  private Paint legendColor(String entry) {
    return ((Region) chart.lookup(entry + " .dot")).getBackground().getFills().getFirst().getFill();
  }

  @Test
  void keepsASeriesHiddenWhenOthersAppear() {
    robot().clickOn("#legend-s1");
    long[] values = {1, 1, 1};
    runAndWait(() -> chart.show(data(series(Tone.GOOD, values, values, values, values), 3)));
    assertThat(legend())
        .containsExactly("Series 0 true", "Series 1 false", "Series 2 true", "Series 3 true");
    assertThat(paths(chart, ".chart-bar")).hasSize(3);
    assertThat(Stream.of(0, 2, 3).map(i -> chart.lookup("#legend-s" + i)))
        .allMatch(Node::isFocusTraversable)
        .allMatch(it -> it.getAccessibleHelp().startsWith("Shows or hides"));
  }

  @Test
  void hasNoLegendForOneSeries() {
    runAndWait(() -> chart.show(data(series(Tone.GOOD, new long[] {1}), 1)));
    assertThat(chart.lookup(".chart-legend").isVisible()).isFalse();
    assertThat(((Label) chart.lookup(".card-title")).getText()).isEqualTo("Orders");
  }
}
