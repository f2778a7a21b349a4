package eu.callorders.console.ui;

import eu.callorders.console.ui.ScreenState.ListPosition;
import eu.callorders.console.work.PagedRows;
import javafx.application.Platform;
import org.jspecify.annotations.Nullable;

/** Scrolls to a row, loading pages as long as it may be on one of them. */
final class ScrollTarget<T> {
  /** How many rows may have been added above the row meanwhile. */
  private static final int ADDED_ROWS = 100;

  private final PagedTable<T> table;
  private final PagedRows<T> rows;
  private @Nullable ListPosition target;

  ScrollTarget(PagedTable<T> table, PagedRows<T> rows) {
    this.table = table;
    this.rows = rows;
    rows.state().addListener(ignored -> stateChanged());
  }

  void scrollTo(ListPosition position) {
    target = position;
    scroll();
  }

  /** The rows ask for no page within a change of their state. */
  private void stateChanged() {
    if (target != null) {
      Platform.runLater(this::scroll);
    }
  }

  private void scroll() {
    ListPosition wanted = target;
    PagedRows.State state = rows.state().get();
    if (wanted == null || state == PagedRows.State.LOADING || state == PagedRows.State.IDLE) {
      return;
    }
    T row = rows.find(wanted.id());
    int loaded = rows.rows().size();
    if (row == null
        && state == PagedRows.State.PARTIAL
        && !wanted.id().isEmpty()
        && loaded < wanted.index() + ADDED_ROWS) {
      rows.loadNext();
      return;
    }
    target = null;
    if (row != null && !wanted.id().equals(table.position().id())) {
      table.view().scrollTo(row);
    } else if (row == null) {
      table.view().scrollTo(Math.min(wanted.index(), Math.max(0, loaded - 1)));
    }
  }
}
