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

  private final TableView<?> table;
  private final PagedRows<?> rows;

  private LoadAllOnEnd(TableView<?> table, PagedRows<?> rows) {
    this.table = table;
    this.rows = rows;
  }

  static void install(TableView<?> table, PagedRows<?> rows) {
    LoadAllOnEnd installed = new LoadAllOnEnd(table, rows);
    table.addEventFilter(KeyEvent.KEY_PRESSED, installed::onKey);
    rows.loadingAll().addListener((ignored, before, now) -> installed.onLoadingAll(now));
  }

  private void onKey(KeyEvent key) {
    PagedRows.State state = rows.state().get();
    if (END.match(key) && state != PagedRows.State.IDLE && state != PagedRows.State.COMPLETE) {
      rows.loadAll();
      key.consume();
    } else if (key.getCode() == KeyCode.ESCAPE && rows.loadingAll().get()) {
      rows.stopLoadingAll();
      key.consume();
    }
  }

  private void onLoadingAll(boolean loading) {
    int last = rows.rows().size() - 1;
    if (!loading && last >= 0 && rows.state().get() == PagedRows.State.COMPLETE) {
      table.getSelectionModel().clearAndSelect(last);
      table.scrollTo(last);
    }
  }
}
