package eu.callorders.console.ui;

import eu.callorders.console.work.PagedRows;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;

/** The End key loads all pages and then selects the last row; Escape stops the loading. */
final class LoadAllOnEnd {
  private static final KeyCombination END = new KeyCodeCombination(KeyCode.END);

  private LoadAllOnEnd() {}

  static <T> void install(TableView<T> table, PagedRows<T> rows) {
    table.addEventFilter(KeyEvent.KEY_PRESSED, key -> pressed(key, rows));
    rows.loadingAll().addListener((ignored, before, now) -> selectLast(now, table, rows));
  }

  private static void pressed(KeyEvent key, PagedRows<?> rows) {
    PagedRows.State state = rows.state().get();
    if (END.match(key) && state != PagedRows.State.IDLE && state != PagedRows.State.COMPLETE) {
      rows.loadAll();
      key.consume();
    } else if (key.getCode() == KeyCode.ESCAPE && rows.loadingAll().get()) {
      rows.stopLoadingAll();
      key.consume();
    }
  }

  private static <T> void selectLast(boolean loading, TableView<T> table, PagedRows<T> rows) {
    int last = rows.rows().size() - 1;
    if (!loading && last >= 0 && rows.state().get() == PagedRows.State.COMPLETE) {
      table.getSelectionModel().clearAndSelect(last);
      table.scrollTo(last);
    }
  }
}
