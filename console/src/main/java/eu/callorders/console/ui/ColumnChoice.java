package eu.callorders.console.ui;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import javafx.collections.ListChangeListener;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/** Which columns of a table are visible, their order and widths. */
final class ColumnChoice {
  private ColumnChoice() {}

  /** Restores the operator's choice and saves each change to the settings. */
  static <T> void install(
      TableView<T> table, List<Column<T>> columns, String key, Settings settings) {
    List<String> order = Arrays.asList(settings.get(key + ".order", "").split(","));
    String shown = "," + settings.get(key + ".shown", defaults(columns)) + ",";
    List<TableColumn<T, ?>> sorted = new ArrayList<>(table.getColumns());
    sorted.sort(Comparator.comparingInt(column -> position(order, column.getId())));
    table.getColumns().setAll(sorted);
    for (TableColumn<T, ?> column : table.getColumns()) {
      String width = key + ".width." + column.getId();
      column.setVisible(shown.contains("," + column.getId() + ","));
      column.setPrefWidth(settings.number(width, column.getPrefWidth()));
      column.widthProperty().addListener(ignored -> settings.put(width, column.getWidth()));
      column
          .visibleProperty()
          .addListener(ignored -> settings.put(key + ".shown", ids(table, true)));
    }
    table
        .getColumns()
        .addListener(
            (ListChangeListener<TableColumn<T, ?>>)
                ignored -> settings.put(key + ".order", ids(table, false)));
  }

  /** Columns that the saved order does not contain come last. */
  private static int position(List<String> order, String id) {
    int position = order.indexOf(id);
    return position < 0 ? Integer.MAX_VALUE : position;
  }

  private static <T> String defaults(List<Column<T>> columns) {
    return columns.stream()
        .filter(Column::shownByDefault)
        .map(Column::id)
        .collect(Collectors.joining(","));
  }

  private static String ids(TableView<?> table, boolean visibleOnly) {
    return table.getColumns().stream()
        .filter(column -> !visibleOnly || column.isVisible())
        .map(TableColumn::getId)
        .collect(Collectors.joining(","));
  }
}
