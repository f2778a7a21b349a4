package eu.callorders.console.ui;

import javafx.collections.ListChangeListener;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;

/**
 * Keeps visible rows in place while rows above are added or removed, and keeps a row selected when
 * it changes. At the very top, new rows scroll into view.
 */
final class ScrollAnchor<T> implements ListChangeListener<T> {
  private final TableView<T> table;

  ScrollAnchor(TableView<T> table) {
    this.table = table;
  }

  @Override
  public void onChanged(Change<? extends T> change) {
    boolean isShown = RowSorter.isSorted(table) == change.getList() instanceof SortedList;
    if (!isShown) {
      return;
    }
    int above = 0;
    while (change.next()) {
      if (change.wasUpdated()) {
        reselect(change.getFrom(), change.getTo());
      } else if (change.wasReplaced()) {
        return; // a different list
      } else if (change.getFrom() < firstVisible(table)) {
        above += change.getAddedSize() - change.getRemovedSize();
      }
    }
    if (above != 0 && table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow) {
      flow.setCellCount(table.getItems().size());
      flow.scrollPixels(above * table.getFixedCellSize());
    }
  }

  private void reselect(int from, int to) {
    int chosen = table.getSelectionModel().getSelectedIndex();
    if (chosen >= from && chosen < to) {
      table.getSelectionModel().select(chosen);
    }
  }

  /** The index of the row at the top; 0 before the first layout. */
  static int firstVisible(TableView<?> table) {
    IndexedCell<?> first =
        table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
            ? flow.getFirstVisibleCell()
            : null;
    return first == null ? 0 : first.getIndex();
  }
}
