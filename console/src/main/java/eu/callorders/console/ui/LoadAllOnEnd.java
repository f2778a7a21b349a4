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
    table.addEventFilter(KeyEvent.KEY_PRESSED, installed::pressed);
    rows.goingOn().addListener((ignored, before, now) -> installed.goingOn(now));
  }

  private void pressed(KeyEvent key) {
    PagedRows.State state = rows.state().get();
    if (END.match(key) && state != PagedRows.State.IDLE && state != PagedRows.State.COMPLETE) {
      rows.all();
      key.consume();
    } else if (key.getCode() == KeyCode.ESCAPE && rows.goingOn().get()) {
      rows.enough();
      key.consume();
    }
  }

  private void goingOn(boolean loading) {
    int last = rows.rows().size() - 1;
    if (!loading && last >= 0 && rows.state().get() == PagedRows.State.COMPLETE) {
      table.getSelectionModel().clearAndSelect(last);
      table.scrollTo(last);
    }
  }
}
