package eu.callorders.console.chart;

import eu.callorders.console.chart.ChartData.Series;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.geometry.Point2D;
import javafx.scene.Cursor;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.jspecify.annotations.Nullable;

/** The step of a chart, and the part of its bar, that the mouse or the keys have chosen. */
final class ChartCursor {
  private static final int NOTHING = -1;
  private static final double OFFSET = 14;

  private final Plot plot;
  private final ChartFormatter formatter;
  private ChartData data = ChartData.EMPTY;
  private List<Series> shown = List.of();
  private int step = NOTHING;
  private int series = NOTHING;

  /** Made when it is needed first: each one has a scene of its own. */
  private @Nullable Tooltip tooltip;

  ChartCursor(Plot plot, ChartFormatter formatter) {
    this.plot = plot;
    this.formatter = formatter;
    plot.setOnMouseMoved(this::moved);
    plot.setOnMouseExited(ignored -> clear());
    plot.setOnMouseClicked(this::clicked);
    plot.setOnKeyPressed(this::pressed);
    plot.focusedProperty().subscribe(this::clear);
    plot.sceneProperty().subscribe(this::clear);
  }

  /** The cursor stays where it is while that step exists. */
  void show(ChartData latest, List<Series> latestShown) {
    boolean sameSeries = keys(shown).equals(keys(latestShown));
    data = latest;
    shown = List.copyOf(latestShown);
    if (step >= latest.axis().size() || !sameSeries) {
      clear();
    } else {
      describe();
    }
  }

  private static List<String> keys(List<Series> series) {
    return series.stream().map(Series::key).toList();
  }

  private void moved(MouseEvent mouse) {
    int at = plot.stepAt(mouse.getX(), mouse.getY());
    if (at == NOTHING) {
      clear();
    } else {
      choose(at, plot.seriesAt(at, mouse.getY()));
      showTooltip(mouse.getScreenX() + OFFSET, mouse.getScreenY() + OFFSET);
    }
  }

  private void clicked(MouseEvent mouse) {
    if (mouse.getButton() == MouseButton.PRIMARY && mouse.isStillSincePress()) {
      open();
    }
  }

  private void pressed(KeyEvent key) {
    int last = data.axis().size() - 1;
    if (key.isAltDown() || key.isShortcutDown() || last < 0) {
      return;
    }
    switch (key.getCode()) {
      case LEFT -> chooseByKey(step == NOTHING ? last : Math.max(0, step - 1));
      case RIGHT -> chooseByKey(step == NOTHING ? last : Math.min(last, step + 1));
      case HOME -> chooseByKey(0);
      case END -> chooseByKey(last);
      case UP -> chooseNeighbor(1);
      case DOWN -> chooseNeighbor(-1);
      case ENTER -> open();
      case ESCAPE -> {
        if (step == NOTHING) {
          return;
        }
        clear();
      }
      default -> {
        return;
      }
    }
    key.consume();
  }

  /** Keeps the series if the step has a part of it. */
  private void chooseByKey(int at) {
    int[] parts = parts(at);
    boolean hasSeries = IntStream.of(parts).anyMatch(part -> part == series);
    choose(at, hasSeries ? series : IntStream.of(parts).findFirst().orElse(NOTHING));
    showTooltipAtStep();
  }

  private void chooseNeighbor(int direction) {
    if (step == NOTHING) {
      chooseByKey(data.axis().size() - 1);
      return;
    }
    IntStream.of(parts(step))
        .filter(part -> direction > 0 ? part > series : part < series)
        .reduce((one, other) -> direction > 0 ? Math.min(one, other) : Math.max(one, other))
        .ifPresent(part -> choose(step, part));
    showTooltipAtStep();
  }

  /** The series with a part in the bar of a step that leads somewhere, or says why not. */
  private int[] parts(int at) {
    return IntStream.range(0, shown.size())
        .filter(part -> shown.get(part).value(at) > 0)
        .filter(part -> data.drillDown().target(at, shown.get(part).key()).isPresent())
        .toArray();
  }

  private void choose(int newStep, int newSeries) {
    if (newStep != step || newSeries != series) {
      step = newStep;
      series = newSeries;
      describe();
    }
  }

  private Optional<DrillDown.Target> target() {
    return series == NOTHING
        ? Optional.empty()
        : data.drillDown().target(step, shown.get(series).key());
  }

  /** The step in words, for the tooltip and for screen readers; without one the whole chart. */
  private void describe() {
    plot.highlight(step);
    if (step == NOTHING) {
      plot.setCursor(null);
      plot.setAccessibleText(formatter.summary(data, shown));
      return;
    }
    Optional<DrillDown.Target> target = target();
    plot.setCursor(target.flatMap(DrillDown.Target::open).isPresent() ? Cursor.HAND : null);
    String values = formatter.step(data, shown, step, series);
    String text = target.map(it -> values + "\n\n" + it.hint()).orElse(values);
    plot.setAccessibleText(text);
    if (tooltip != null) {
      tooltip.setText(text);
    }
  }

  private void showTooltipAtStep() {
    Point2D top = plot.localToScreen(plot.middle(step), 0);
    if (top != null) {
      showTooltip(top.getX() + OFFSET, top.getY() + OFFSET);
    }
  }

  private void showTooltip(double x, double y) {
    if (tooltip == null) {
      tooltip = new Tooltip();
      tooltip.setHideOnEscape(false); // the chart gets the key
      tooltip.setText(plot.getAccessibleText());
    }
    tooltip.show(plot, x, y);
  }

  private void clear() {
    step = NOTHING;
    series = NOTHING;
    if (tooltip != null) {
      tooltip.hide();
    }
    describe();
  }

  private void open() {
    Optional<Runnable> action = target().flatMap(DrillDown.Target::open);
    clear();
    action.ifPresent(Runnable::run);
  }
}
