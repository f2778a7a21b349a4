package eu.callorders.console.ui;

import eu.callorders.console.ui.SavedView.SortKey;
import java.text.Collator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the loaded rows of a table by the columns whose headers the operator clicks. The list of
 * the rows itself stays in the order of the service, at no cost while nothing is sorted.
 */
final class RowSorter<T> {
  private final TableView<T> table;
  private final ObservableList<T> rows;
  private final Map<String, Column<T>> columns;
  private final Consumer<Runnable> keepSelection;

  private RowSorter(
      TableView<T> table,
      ObservableList<T> rows,
      List<Column<T>> columns,
      Consumer<Runnable> keepSelection) {
    this.table = table;
    this.rows = rows;
    this.columns = columns.stream().collect(Collectors.toMap(Column::id, Function.identity()));
    this.keepSelection = keepSelection;
  }

  /**
   * Shows the rows in the table.
   *
   * @param keepSelection runs a change of the table's list, which loses the selection
   */
  static <T> void install(
      TableView<T> table,
      ObservableList<T> rows,
      List<Column<T>> columns,
      Consumer<Runnable> keepSelection) {
    RowSorter<T> sorter = new RowSorter<>(table, rows, columns, keepSelection);
    table.setItems(rows);
    rows.addListener(new ScrollAnchor<>(table));
    rows.addListener(sorter::sortUpdated);
    table.setSortPolicy(ignored -> true);
    table.setOnSort(ignored -> Platform.runLater(sorter::sort)); // not within the table's own work
  }

  /** Whether the table shows another order than that of the service. */
  static boolean isSorted(TableView<?> table) {
    return table.getItems() instanceof SortedList;
  }

  static List<SortKey> order(TableView<?> table) {
    return table.getSortOrder().stream()
        .map(it -> new SortKey(it.getId(), it.getSortType() == TableColumn.SortType.DESCENDING))
        .toList();
  }

  /** Sorts by these columns; returns those that the table does not have. */
  static <T> List<String> sortBy(TableView<T> table, List<SortKey> order) {
    List<String> unknown = new ArrayList<>();
    List<TableColumn<T, ?>> chosen = new ArrayList<>();
    for (SortKey key : order) {
      table.getColumns().stream()
          .filter(column -> column.getId().equals(key.column()))
          .findFirst()
          .ifPresentOrElse(
              column -> {
                column.setSortType(
                    key.descending()
                        ? TableColumn.SortType.DESCENDING
                        : TableColumn.SortType.ASCENDING);
                chosen.add(column);
              },
              () -> unknown.add(key.column()));
    }
    table.getSortOrder().setAll(chosen);
    return unknown;
  }

  /** The index in the table of the row at that index in the order of the service. */
  static int indexInTable(TableView<?> table, int index) {
    return table.getItems() instanceof SortedList<?> sorted ? sorted.getViewIndex(index) : index;
  }

  /** A {@link SortedList} goes on showing a row that an update has replaced. */
  private void sortUpdated(ListChangeListener.Change<? extends T> change) {
    boolean updated = false;
    while (change.next()) {
      updated |= change.wasUpdated();
    }
    if (updated && isSorted(table)) {
      sort();
    }
  }

  private void sort() {
    Comparator<T> order = order();
    keepSelection.accept(() -> table.setItems(order == null ? rows : sorted(order)));
  }

  private ObservableList<T> sorted(Comparator<T> order) {
    SortedList<T> sorted = new SortedList<>(rows, order);
    sorted.addListener(new ScrollAnchor<>(table));
    return sorted;
  }

  private @Nullable Comparator<T> order() {
    return table.getSortOrder().stream()
        .map(this::order)
        .reduce(Comparator::thenComparing)
        .orElse(null);
  }

  private Comparator<T> order(TableColumn<T, ?> chosen) {
    Column<T> column = columns.get(chosen.getId());
    Comparator<T> order =
        column == null ? (_, _) -> 0 : Comparator.comparing(column.sortKey(), keys());
    return chosen.getSortType() == TableColumn.SortType.DESCENDING ? order.reversed() : order;
  }

  /** Empty keys before numbers before texts. */
  static Comparator<String> keys() {
    Collator texts = Collator.getInstance();
    return Comparator.<String>comparingInt(RowSorter::kind)
        .thenComparing(
            (one, other) ->
                isNumber(one)
                    ? Comparator.comparingInt(String::length)
                        .thenComparing(Comparator.naturalOrder())
                        .compare(one, other)
                    : texts.compare(one, other));
  }

  private static int kind(String key) {
    if (key.isEmpty()) {
      return 0;
    }
    return isNumber(key) ? 1 : 2;
  }

  private static boolean isNumber(String key) {
    return !key.isEmpty() && key.chars().allMatch(Character::isDigit);
  }
}
