package eu.callorders.console.chart;

import eu.callorders.console.chart.ChartData.Series;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;

/** The series of a chart with their colors; each can be hidden. */
final class Legend extends FlowPane {
  private static final List<String> SHADES = List.of("", "-second", "-third", "-fourth");

  private final Runnable changed;
  private final String help;
  private final Set<String> hidden = new HashSet<>();
  private List<String> entries = List.of();

  /**
   * @param help what an entry does, for screen readers
   * @param changed called when a series is hidden or shown again
   */
  Legend(String help, Runnable changed) {
    super(4, 0);
    this.help = help;
    this.changed = changed;
    getStyleClass().add("chart-legend");
  }

  /** The colors of series by their tones: series of one tone have different shades. */
  static List<String> colors(List<Series> series) {
    Map<Tone, Integer> used = new EnumMap<>(Tone.class);
    List<String> colors = new ArrayList<>();
    for (Series each : series) {
      int shade = used.merge(each.tone(), 1, Integer::sum) - 1;
      colors.add("-tone-" + each.tone().key() + SHADES.get(shade % SHADES.size()));
    }
    return colors;
  }

  /** Shows entries for these series; entries that are shown already keep the focus. */
  void show(List<Series> series) {
    List<String> colors = colors(series);
    List<String> latest =
        IntStream.range(0, series.size())
            .mapToObj(i -> series.get(i).name() + colors.get(i))
            .toList();
    if (!latest.equals(entries)) {
      entries = latest;
      getChildren().clear();
      for (int i = 0; i < series.size(); i++) {
        getChildren().add(entry(series.get(i), colors.get(i)));
      }
    }
  }

  private ToggleButton entry(Series series, String color) {
    Region dot = new Region();
    dot.getStyleClass().add("dot");
    dot.setStyle("-fx-background-color: " + color);
    ToggleButton entry = new ToggleButton(series.name(), dot);
    entry.setId("legend-" + series.key());
    entry.getStyleClass().add("chart-legend-entry");
    entry.setMinWidth(USE_PREF_SIZE);
    entry.setSelected(isShown(series));
    entry.setAccessibleHelp(help);
    entry.setOnAction(
        ignored -> {
          if (entry.isSelected()) {
            hidden.remove(series.key());
          } else {
            hidden.add(series.key());
          }
          changed.run();
        });
    return entry;
  }

  boolean isShown(Series series) {
    return !hidden.contains(series.key());
  }
}
