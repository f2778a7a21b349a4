package eu.callorders.console.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.event.EventTarget;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/** The context menu of a table: actions of its screen, and copying as the table shows it. */
final class TableMenu<T> {
  static final KeyCombination COPY =
      new KeyCodeCombination(KeyCode.C, KeyCombination.SHORTCUT_DOWN);

  private record Action<T>(
      String id,
      Function<List<T>, String> text,
      Predicate<List<T>> enabled,
      Consumer<List<T>> action) {}

  private final Texts texts = Texts.of(TableMenu.class);
  private final TableView<T> table;
  private final Function<T, String> identifier;
  private final ContextMenu menu = new ContextMenu();
  private final List<Action<T>> actions = new ArrayList<>();

  TableMenu(TableView<T> table, Function<T, String> identifier) {
    this.table = table;
    this.identifier = identifier;
    menu.setId("row-menu");
    table.addEventHandler(ContextMenuEvent.CONTEXT_MENU_REQUESTED, this::requested);
    table.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
  }

  /** Adds an action on the selected rows. */
  void add(
      String id,
      Function<List<T>, String> text,
      Predicate<List<T>> enabled,
      Consumer<List<T>> action) {
    actions.add(new Action<>(id, text, enabled, action));
  }

  private void pressed(KeyEvent key) {
    if (COPY.match(key) && !selected().isEmpty()) {
      copy(selected());
      key.consume();
    }
  }

  private void requested(ContextMenuEvent request) {
    TableCell<?, ?> cell = cell(request.getTarget());
    if (cell != null && !cell.isEmpty() && !table.getSelectionModel().isSelected(cell.getIndex())) {
      table.getSelectionModel().clearAndSelect(cell.getIndex());
    }
    boolean isOnRow = request.isKeyboardTrigger() || (cell != null && !cell.isEmpty());
    if (isOnRow && !selected().isEmpty()) {
      menu.getItems().setAll(items(cell));
      menu.show(table, request.getScreenX(), request.getScreenY());
      request.consume();
    }
  }

  /** Null outside of all rows. */
  private static @Nullable TableCell<?, ?> cell(EventTarget target) {
    Node node = target instanceof Node clicked ? clicked : null;
    while (node != null && !(node instanceof TableCell)) {
      node = node.getParent();
    }
    return node instanceof TableCell<?, ?> cell ? cell : null;
  }

  private List<MenuItem> items(@Nullable TableCell<?, ?> cell) {
    List<T> rows = selected();
    List<MenuItem> items = new ArrayList<>();
    for (Action<T> action : actions) {
      MenuItem item =
          item(action.id(), action.text().apply(rows), () -> action.action().accept(rows));
      item.setDisable(!action.enabled().test(rows));
      items.add(item);
    }
    if (!items.isEmpty()) {
      items.add(new SeparatorMenuItem());
    }
    String text = cell == null ? "" : Objects.toString(cell.getItem(), "");
    if (!text.isEmpty()) {
      items.add(item("copy-cell", texts.get("menu.copy_cell"), () -> CopyAction.copy(text)));
    }
    MenuItem copyRows =
        item("copy-rows", texts.get("menu.copy_rows", rows.size()), () -> copy(rows));
    copyRows.setAccelerator(COPY);
    items.add(copyRows);
    items.add(
        item(
            "copy-id",
            texts.get("menu.copy_id", rows.size()),
            () -> CopyAction.copy(lines(rows.stream().map(identifier)))));
    return items;
  }

  private static MenuItem item(String id, String text, Runnable action) {
    MenuItem item = new MenuItem(text);
    item.setId(id);
    item.setOnAction(ignored -> action.run());
    return item;
  }

  /** The texts of the visible columns, separated by tabs, for programs that expect a table. */
  private void copy(List<T> rows) {
    CopyAction.copy(lines(rows.stream().map(this::line)));
  }

  private String line(T row) {
    return table.getVisibleLeafColumns().stream()
        .map((TableColumn<T, ?> column) -> Objects.toString(column.getCellData(row), ""))
        .map(Csv::tabbed)
        .collect(Collectors.joining("\t"));
  }

  private static String lines(Stream<String> rows) {
    return rows.collect(Collectors.joining("\n"));
  }

  private List<T> selected() {
    return table.getSelectionModel().getSelectedItems().stream().filter(Objects::nonNull).toList();
  }
}
