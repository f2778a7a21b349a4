package eu.callorders.console.chart;

import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import javafx.scene.AccessibleRole;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/**
 * A chart of steps of time. The mouse or the arrow keys choose a step, whose values stand in a
 * tooltip; entries of the legend hide series.
 */
public final class Chart extends VBox {
  /**
   * The looks of a chart.
   *
   * @param format of a value
   */
  public record Style(Marks marks, ValueScale scale, LongFunction<String> format) {}

  private static final double SPACING = 4;

  private final Style style;
  private final Plot plot;
  private final Legend legend;
  private final ChartCursor cursor;
  private ChartData data = ChartData.EMPTY;

  public Chart(String id, String title, Style style) {
    super(SPACING);
    Texts texts = Texts.of(Chart.class);
    this.style = style;
    this.plot = new Plot(style);
    this.legend = new Legend(texts.get("legend.help"), this::draw);
    this.cursor = new ChartCursor(plot, new ChartFormatter(texts, title, style));
    setId(id);
    getStyleClass().add("chart");
    plot.setFocusTraversable(true);
    plot.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    plot.setAccessibleHelp(texts.get("keys"));
    setVgrow(plot, Priority.ALWAYS);
    getChildren().setAll(Labels.wrapped(title, "card-title"), plot, legend);
  }

  /** Shows other data; what is hidden stays hidden. */
  public void show(ChartData latest) {
    data = latest;
    legend.show(latest.series());
    Visibility.set(legend, latest.series().size() > 1);
    draw();
  }

  private void draw() {
    List<String> colors = Legend.colors(data.series());
    List<Series> shown = new ArrayList<>();
    List<String> styles = new ArrayList<>();
    String property = style.marks() == Marks.LINES ? "-fx-stroke: " : "-fx-fill: ";
    for (int i = 0; i < colors.size(); i++) {
      if (legend.isShown(data.series().get(i))) {
        shown.add(data.series().get(i));
        styles.add(property + colors.get(i));
      }
    }
    plot.show(data.axis(), shown, styles);
    cursor.show(data, shown);
  }
}
