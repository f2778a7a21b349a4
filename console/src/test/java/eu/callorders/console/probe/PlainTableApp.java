package eu.callorders.console.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/**
 * A table as the toolkit makes it, with nothing but strings: what the console's is held against.
 */
final class PlainTableApp {
  private PlainTableApp() {}

  /**
   * @param like has the columns, and texts of that length
   */
  static <T> TableView<List<String>> table(int rows, TableView<T> like) {
    TableView<List<String>> table = new TableView<>();
    table.setId("orders");
    table.getStyleClass().addAll("dense", "edge-to-edge");
    List<String> texts = new ArrayList<>();
    for (TableColumn<T, ?> column : like.getVisibleLeafColumns()) {
      int place = texts.size();
      TableColumn<List<String>, String> made = new TableColumn<>(column.getText());
      made.setPrefWidth(column.getWidth());
      made.setCellValueFactory(row -> new ReadOnlyStringWrapper(row.getValue().get(place)));
      table.getColumns().add(made);
      texts.add(String.valueOf(column.getCellData(0)));
    }
    table.setItems(
        FXCollections.observableArrayList(
            IntStream.range(0, rows)
                .mapToObj(row -> texts.stream().map(text -> text + row % 10).toList())
                .toList()));
    return table;
  }
}
