package eu.callorders.console.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.console.RobotTest;
import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javafx.geometry.Bounds;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.Path;
import javafx.scene.text.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxToolkit;

/** What a chart draws. */
@Tag("long")
@RobotTest
class PlotTest extends ChartFixture {
  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 9_999_999})
  void fitsItsLabelsAtEveryWidth(long value) throws Exception {
    Chart chart = show(bars(), 240, false);
    runAndWait(() -> chart.show(data(series(Tone.GOOD, new long[] {value, 0, value}), 3)));
    for (int width = 240; width < 900; width += 7) {
      int shownWidth = width;
      runAndWait(() -> chart.setPrefWidth(shownWidth));
      double end = -1;
      for (Text label : labels(chart, ".chart-time")) {
        Bounds bounds = read(label::getBoundsInParent);
        assertThat(bounds.getMinX()).as("%d: %s", width, label).isGreaterThan(end);
        end = bounds.getMaxX();
      }
      assertThat(end).as("%d", width).isPositive().isLessThanOrEqualTo(read(plot(chart)::getWidth));
      List<Double> right =
          labels(chart, ".chart-value").stream()
              .map(label -> read(label::getBoundsInParent).getMaxX())
              .toList();
      assertThat(right).as("%d", width).hasSizeGreaterThan(1).allMatch(x -> x < shownWidth);
      assertThat(labels(chart, ".chart-value"))
          .allSatisfy(label -> assertThat(label.getX()).isNotNegative());
    }
  }

  @Test
  void labelsRoundValuesFromZeroAndTheDateAtMidnight() throws Exception {
    Chart chart = show(bars(), 800, false);
    long[] values = IntStream.range(0, 24).mapToLong(it -> it).toArray();
    runAndWait(() -> chart.show(data(series(Tone.GOOD, values), 24)));
    assertThat(texts(chart, ".chart-value"))
        .containsExactlyInAnyOrder("0", "5", "10", "15", "20", "25");
    assertThat(texts(chart, ".chart-time")).contains("18:00", "21 Nov", "06:00");
    Path midnight = paths(chart, ".chart-midnight").getFirst();
    Text label =
        labels(chart, ".chart-time").stream()
            .filter(it -> it.getText().equals("21 Nov"))
            .findFirst()
            .orElseThrow();
    assertThat(bounds(midnight).getCenterX())
        .isCloseTo(read(label::getBoundsInParent).getCenterX(), within(1.0));
  }

  @Test
  void stacksBarsFromZero() throws Exception {
    Chart chart = show(bars(), 600, false);
    runAndWait(
        () ->
            chart.show(
                data(
                    series(Tone.GOOD, new long[] {30, 0}, new long[] {10, 0}, new long[] {0, 0}),
                    2)));
    List<Path> bars = paths(chart, ".chart-bar");
    Bounds lower = bounds(bars.get(0));
    Bounds upper = bounds(bars.get(1));
    assertThat(lower.getMinY()).isEqualTo(upper.getMaxY());
    assertThat(lower.getHeight()).isCloseTo(3 * upper.getHeight(), within(2.0));
    assertThat(lower.getMinX()).isEqualTo(upper.getMinX());
    assertThat(bars.get(2).getElements()).isEmpty();
  }

  @Test
  void showsTheSmallestPartOfAHighBar() throws Exception {
    Chart chart = show(bars(), 600, false);
    runAndWait(
        () -> chart.show(data(series(Tone.GOOD, new long[] {9_999_999}, new long[] {1}), 1)));
    assertThat(bounds(paths(chart, ".chart-bar").get(1)).getHeight()).isEqualTo(1);
  }

  @Test
  void drawsLinesWithGapsWhereNothingIsKnown() throws Exception {
    Chart chart = show(chart(Marks.LINES, ValueScale.DURATIONS), 600, false);
    long none = ChartData.NONE;
    runAndWait(
        () -> chart.show(data(series(Tone.ACTIVE, new long[] {5, 5, none, 0, none, none}), 6)));
    Path line = paths(chart, ".chart-line").getFirst();
    assertThat(points(line).replaceAll("[0-9,. ]", "")).isEqualTo("MLLLMLL");
    Bounds grid = bounds(paths(chart, ".chart-grid").getFirst());
    assertThat(bounds(line).getMinY()).isCloseTo(grid.getMinY(), within(2.0));
    assertThat(bounds(line).getMaxY()).isCloseTo(grid.getMaxY(), within(2.0));
  }

  @Test
  void drawsALineFromTheFirstMomentToThePresent() throws Exception {
    Chart chart = show(chart(Marks.LINES, ValueScale.COUNTS), 600, false);
    RecentAxis axis =
        new RecentAxis(
            IntStream.of(0, 5, 10)
                .mapToObj(it -> new RecentAxis.Sample(Duration.ofMinutes(it), it == 10))
                .toList(),
            ago -> "-" + ago / 60_000);
    runAndWait(
        () -> chart.show(new ChartData("", axis, series(Tone.ACTIVE, new long[] {1, 2, 3}))));
    Path line = paths(chart, ".chart-line").getFirst();
    assertThat(points(line).replaceAll("[0-9,. ]", "")).isEqualTo("MLLMLL");
    Bounds grid = bounds(paths(chart, ".chart-grid").getFirst());
    assertThat(((LineTo) line.getElements().getLast()).getX())
        .isCloseTo(grid.getMaxX(), within(1.0));
    assertThat(texts(chart, ".chart-time")).endsWith("-0");
  }

  @Test
  void drawsAgainOnlyWhenSomethingChanges() throws Exception {
    Chart chart = show(bars(), 600, false);
    ChartData data = data(series(Tone.GOOD, new long[] {3, 1}), 2);
    runAndWait(() -> chart.show(data));
    Path bar = paths(chart, ".chart-bar").getFirst();
    Object drawn = bar.getElements().getFirst();
    runAndWait(() -> chart.getParent().requestLayout());
    runAndWait(() -> plot(chart).requestLayout());
    assertThat(bar.getElements().getFirst()).isSameAs(drawn);
    runAndWait(() -> chart.show(data));
    assertThat(paths(chart, ".chart-bar")).containsExactly(bar);
    assertThat(bar.getElements().getFirst()).isNotSameAs(drawn);
  }

  private static Paint colorOf(Pane parent, Tone tone) {
    Region dot = new Region();
    dot.getStyleClass().addAll("dot", "dot-" + tone.key());
    parent.getChildren().add(dot);
    parent.applyCss();
    return dot.getBackground().getFills().getFirst().getFill();
  }

  /** A tone has the color of its badges and dots, and four shades. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void colorsSeriesAsEverywhere(boolean dark) throws Exception {
    Chart chart = show(bars(), 600, dark);
    for (Tone tone : List.of(Tone.NEUTRAL, Tone.ACTIVE, Tone.GOOD, Tone.WARNING, Tone.BAD)) {
      long[] one = {1};
      runAndWait(() -> chart.show(data(series(tone, one, one, one, one), 1)));
      List<Color> colors = paths(chart, ".chart-bar").stream().map(this::fill).toList();
      assertThat(colors).as(tone.key()).hasSize(4).doesNotHaveDuplicates().doesNotContainNull();
      Paint dot = read(() -> colorOf((Pane) chart.getParent(), tone));
      assertThat(colors.getFirst()).as(tone.key()).isEqualTo(dot);
      List<Paint> legend =
          read(
              () ->
                  chart.lookupAll(".chart-legend-entry .dot").stream()
                      .map(it -> ((Region) it).getBackground().getFills().getFirst().getFill())
                      .toList());
      assertThat(legend).containsExactlyInAnyOrderElementsOf(colors);
    }
  }

  @Test
  void givesEachToneItsOwnShades() {
    List<Series> mixed =
        List.of(
            new Series("a", "A", Tone.GOOD, step -> 0),
            new Series("b", "B", Tone.BAD, step -> 0),
            new Series("c", "C", Tone.GOOD, step -> 0));
    assertThat(Legend.colors(mixed))
        .containsExactly("-tone-good", "-tone-bad", "-tone-good-second");
  }
}
