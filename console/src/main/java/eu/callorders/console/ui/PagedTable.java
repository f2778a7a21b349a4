package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ScreenState.ListPosition;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.collections.SetChangeListener;
import javafx.collections.WeakSetChangeListener;
import javafx.css.PseudoClass;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * A table over {@link PagedRows} that loads the next page on scrolling. The operator chooses,
 * orders and sizes the columns; the choice is saved. What does not fit is hidden from the right.
 */
public final class PagedTable<T> extends VBox {
  private static final int PREFETCH_ROWS = 60;
  private static final KeyCombination END = new KeyCodeCombination(KeyCode.END);

  private final Texts texts = Texts.of(PagedTable.class);
  private final TableView<T> table = new TableView<>();
  private Function<T, String> identifier = Object::toString;
  private Function<String, @Nullable T> find = ignored -> null;
  private Consumer<ListPosition> scroll = ignored -> {};
  private boolean selectingByCode;
  private boolean live;

  public PagedTable() {
    getStyleClass().add("paged-table");
    table.getStyleClass().addAll("dense", "edge-to-edge");
    table.setColumnResizePolicy(TableView.UNCONSTRAINED_RESIZE_POLICY);
    table.setTableMenuButtonVisible(true);
    VBox.setVgrow(table, Priority.ALWAYS);
    getChildren().add(table);
  }

  /**
   * Shows the rows.
   *
   * @param id of the table, in the settings and in tests
   * @param empty placeholder of an empty list
   */
  public void show(
      String id, PagedRows<T> rows, List<Column<T>> columns, String empty, ScreenContext context) {
    table.setId(id);
    table.setAccessibleText(columns.stream().map(Column::title).collect(Collectors.joining(", ")));
    identifier = rows::id;
    find = rows::find;
    scroll = new ScrollTarget<>(this, rows)::scrollTo;
    ReadOnlyBooleanProperty clocksDiffer = context.session().clock().differs();
    columns.forEach(column -> table.getColumns().add(column.tableColumn(clocksDiffer)));
    ColumnFit<T> fit = ColumnFit.install(table, columns, new ColumnChoice(context.settings(), id));
    table.setItems(rows.rows());
    table.setRowFactory(ignored -> new Row<>(rows, texts.get("row.leaving")));
    rows.rows().addListener(new ScrollAnchor<>(table));
    selected().addListener((ignored, before, now) -> rows.select(now));
    table.addEventFilter(KeyEvent.KEY_PRESSED, key -> loadAllOnEnd(key, rows));
    rows.loadingAll().addListener((ignored, before, now) -> selectLast(now, rows));
    TableFooter<T> footer = new TableFooter<>(id, rows, fit::chosen, context);
    if (columns.stream().anyMatch(Column::hasTimes)) {
      footer.showZone(ZoneId.systemDefault());
    }
    getChildren().add(footer);
    rows.state().addListener(ignored -> placeholder(rows, empty));
    placeholder(rows, empty);
  }

  public boolean isLive() {
    return live;
  }

  /** Whether events update the rows if the session may read them. */
  public void setLive(boolean live) {
    this.live = live;
  }

  /** The End key loads all pages and then selects the last row; Escape stops the loading. */
  private static void loadAllOnEnd(KeyEvent key, PagedRows<?> rows) {
    PagedRows.State state = rows.state().get();
    if (END.match(key) && state != PagedRows.State.IDLE && state != PagedRows.State.COMPLETE) {
      rows.loadAll();
      key.consume();
    } else if (key.getCode() == KeyCode.ESCAPE && rows.loadingAll().get()) {
      rows.stopLoadingAll();
      key.consume();
    }
  }

  private void selectLast(boolean loading, PagedRows<?> rows) {
    int last = rows.rows().size() - 1;
    if (!loading && last >= 0 && rows.state().get() == PagedRows.State.COMPLETE) {
      table.getSelectionModel().clearAndSelect(last);
      table.scrollTo(last);
    }
  }

  /** Empty while loading: a placeholder that flashes disturbs. */
  private void placeholder(PagedRows<T> rows, String empty) {
    Failure failure = rows.failure().get();
    Label message = new Label(empty);
    message.getStyleClass().add("empty-state");
    message.setWrapText(true);
    if (rows.state().get() == PagedRows.State.FAILED && failure != null) {
      FailureMessage failureText = FailureMessage.of(failure);
      message.setText(failureText.title() + "\n" + failureText.advice());
    }
    boolean known =
        rows.state().get() != PagedRows.State.LOADING && rows.state().get() != PagedRows.State.IDLE;
    table.setPlaceholder(known ? message : new Region());
  }

  /** The selected row, null for none. */
  public ReadOnlyObjectProperty<T> selected() {
    return table.getSelectionModel().selectedItemProperty();
  }

  /** The identifier of the selected row; empty for none. */
  public String selectedId() {
    T row = selected().get();
    return row == null ? "" : identifier.apply(row);
  }

  private boolean isSame(T one, T other) {
    return identifier.apply(one).equals(identifier.apply(other));
  }

  /** The row at the top. */
  public ListPosition position() {
    int index = ScrollAnchor.firstVisible(table);
    return index == 0 || index >= table.getItems().size()
        ? ListPosition.TOP
        : new ListPosition(identifier.apply(table.getItems().get(index)), index);
  }

  /** Scrolls until that row is at the top, as soon as it is loaded. */
  public void scrollTo(ListPosition position) {
    scroll.accept(position);
  }

  public void ifSelected(Consumer<T> action) {
    T row = selected().get();
    if (row != null) {
      action.accept(row);
    }
  }

  /** Called when another row is selected, not when the selected one changes. */
  public void onSelect(Consumer<T> handler) {
    selected()
        .addListener(
            (ignored, before, now) -> {
              if (!selectingByCode && now != null && (before == null || !isSame(before, now))) {
                handler.accept(now);
              }
            });
  }

  /**
   * Selects the row with that identifier, or none, without calling the {@link #onSelect} handler.
   */
  public void choose(String identifier) {
    T row = find.apply(identifier);
    T before = selected().get();
    if (row != null && before != null && isSame(row, before)) {
      return;
    }
    selectingByCode = true;
    if (row == null) {
      table.getSelectionModel().clearSelection();
    } else {
      table.getSelectionModel().select(row);
      reveal(table.getSelectionModel().getSelectedIndex());
    }
    selectingByCode = false;
  }

  private void reveal(int index) {
    if (table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
        && flow.getFirstVisibleCell() instanceof IndexedCell<?> first
        && flow.getLastVisibleCell() instanceof IndexedCell<?> last
        && (index < first.getIndex() || index > last.getIndex())) {
      table.scrollTo(index);
    }
  }

  /** Called on Enter or double click. */
  public void onOpen(Consumer<T> handler) {
    table.setOnKeyPressed(
        key -> {
          T row = selected().get();
          if (key.getCode() == KeyCode.ENTER && row != null) {
            handler.accept(row);
            key.consume();
          }
        });
    table.setOnMouseClicked(
        click -> {
          if (click.getClickCount() == 2) {
            ifSelected(handler);
          }
        });
  }

  /** Focuses the rows, and selects the first one if none is selected. */
  public void enter() {
    table.requestFocus();
    if (table.getSelectionModel().isEmpty()) {
      table.getSelectionModel().selectFirst();
    }
  }

  public TableView<T> view() {
    return table;
  }

  /** Shows whether it is leaving, and loads the next page when it is near the end. */
  private static final class Row<T> extends TableRow<T> {
    private static final PseudoClass LEAVING = PseudoClass.getPseudoClass("leaving");

    private final PagedRows<T> rows;
    private final String leavingText;
    private final SetChangeListener<String> onLeaving = ignored -> showLeaving();

    private Row(PagedRows<T> rows, String leavingText) {
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
      if (index >= 0 && index + PREFETCH_ROWS >= rows.rows().size()) {
        rows.loadNext();
      }
    }
  }
}
