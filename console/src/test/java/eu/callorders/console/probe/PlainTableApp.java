package eu.callorders.console.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/** A plain JavaFX table with strings: baseline for the console's table. */
final class PlainTableApp {
  private PlainTableApp() {}

  /**
   * @param like table whose columns and text lengths to copy
   */
  static <T> TableView<List<String>> table(int rows, TableView<T> like) {
    TableView<List<String>> table = new TableView<>();
    table.setId("orders");
    table.getStyleClass().addAll("dense", "edge-to-edge");
    List<String> texts = new ArrayList<>();
    for (TableColumn<T, ?> column : like.getVisibleLeafColumns()) {
      int index = texts.size();
      TableColumn<List<String>, String> copy = new TableColumn<>(column.getText());
      copy.setPrefWidth(column.getWidth());
      copy.setCellValueFactory(row -> new ReadOnlyStringWrapper(row.getValue().get(index)));
      table.getColumns().add(copy);
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
