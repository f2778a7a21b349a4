package eu.callorders.console.overview;

import eu.callorders.console.chart.Chart;
import eu.callorders.console.chart.Marks;
import eu.callorders.console.chart.ValueScale;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import java.text.NumberFormat;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;

/** The charts of what the service has counted, and of which time and zone they are. */
final class HistoryPane extends VBox {
  static final int COLUMNS = 3;
  private static final double GAP = 10;
  private static final double PERCENT = 100;

  private final Texts texts;
  private final ChartMapper mapper;
  private final Chart orders;
  private final Chart dials;
  private final Chart dialLag;
  private final Chart deliveries;
  private final Label note = Labels.wrapped("", "text-muted");

  HistoryPane(
      Texts texts, ElapsedTimeFormatter durations, NumberFormat numbers, ChartMapper mapper) {
    super(GAP);
    this.texts = texts;
    this.mapper = mapper;
    Chart.Style counts = new Chart.Style(Marks.STACKED_BARS, ValueScale.COUNTS, numbers::format);
    this.orders = new Chart("history-orders", texts.get("history.orders"), counts);
    this.dials = new Chart("history-dials", texts.get("history.dials"), counts);
    this.dialLag =
        new Chart(
            "history-dial-lag",
            texts.get("history.dial_lag"),
            new Chart.Style(Marks.LINES, ValueScale.DURATIONS, durations::format));
    this.deliveries = new Chart("history-deliveries", texts.get("history.deliveries"), counts);
    note.setId("history-note");
    GridPane grid = grid();
    grid.add(orders, 0, 0, COLUMNS, 1);
    grid.addRow(1, dials, dialLag, deliveries);
    getChildren().setAll(grid, note);
  }

  /** A grid of columns of equal width. */
  static GridPane grid() {
    GridPane grid = new GridPane(GAP, GAP);
    for (int column = 0; column < COLUMNS; column++) {
      ColumnConstraints width = new ColumnConstraints();
      width.setPercentWidth(PERCENT / COLUMNS);
      grid.getColumnConstraints().add(width);
    }
    return grid;
  }

  void show(History history) {
    History.Selection selection = history.selection();
    String span = texts.value("range", selection.range().key());
    orders.show(mapper.orders(span, history.orders(), history.zone(), selection.allTenants()));
    dials.show(mapper.dials(span, history.orders(), history.zone()));
    dialLag.show(mapper.dialLag(span, history.orders(), history.zone()));
    deliveries.show(
        mapper.deliveries(span, history.deliveries(), history.zone(), selection.allTenants()));
    note.setText(texts.get("history.note", history.zone().getId()));
  }
}
