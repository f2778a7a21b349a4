package eu.callorders.console.ui;

import eu.callorders.console.work.PagedRows;
import javafx.collections.SetChangeListener;
import javafx.collections.WeakSetChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.control.TableRow;
import org.jspecify.annotations.Nullable;

/** Shows whether it is leaving, and loads the next page when it is near the end. */
final class PagedTableRow<T> extends TableRow<T> {
  private static final int PREFETCH_ROWS = 60;
  private static final PseudoClass LEAVING = PseudoClass.getPseudoClass("leaving");

  private final PagedRows<T> rows;
  private final String leavingText;
  private final SetChangeListener<String> onLeaving = ignored -> showLeaving();

  PagedTableRow(PagedRows<T> rows, String leavingText) {
    this.rows = rows;
    this.leavingText = leavingText;
    rows.leaving().addListener(new WeakSetChangeListener<>(onLeaving));
  }

  @Override
  protected void updateItem(@Nullable T item, boolean empty) {
    super.updateItem(item, empty);
    showLeaving();
  }

  private void showLeaving() {
    T item = getItem();
    boolean leaving = item != null && rows.leaving().contains(rows.id(item));
    pseudoClassStateChanged(LEAVING, leaving);
    setAccessibleHelp(leaving ? leavingText : null);
  }

  @Override
  public void updateIndex(int index) {
    super.updateIndex(index);
    boolean isNearEnd = index >= 0 && index + PREFETCH_ROWS >= rows.rows().size();
    if (isNearEnd && getTableView() != null && !RowSorter.isSorted(getTableView())) {
      rows.loadNext();
    }
  }
}
