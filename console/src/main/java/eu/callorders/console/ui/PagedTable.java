package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.ScreenState.ListPosition;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.collections.ListChangeListener;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * A table over {@link PagedRows} that loads the next page on scrolling. The operator chooses,
 * orders and sizes the columns; the choice is saved. What does not fit is hidden from the right.
 */
public final class PagedTable<T> extends VBox {
  private final Texts texts = Texts.of(PagedTable.class);
  private final TableView<T> table = new TableView<>();
  private Function<T, String> identifier = Object::toString;
  private Function<String, @Nullable T> find = ignored -> null;
  private Consumer<ListPosition> scroll = ignored -> {};
  private Consumer<T> onSelect = ignored -> {};
  private @Nullable TableMenu<T> menu;
  private boolean selectingByCode;
  private boolean many;
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
   * @param empty gives the placeholder of an empty list
   */
  public void show(
      String id,
      PagedRows<T> rows,
      List<Column<T>> columns,
      Supplier<String> empty,
      ScreenContext context) {
    table.setId(id);
    table.setAccessibleText(columns.stream().map(Column::title).collect(Collectors.joining(", ")));
    identifier = rows::id;
    find = rows::find;
    scroll = new ScrollTarget<>(this, rows)::scrollTo;
    ReadOnlyBooleanProperty clocksDiffer = context.session().clock().differs();
    var shown = columns.stream().map(column -> column.tableColumn(clocksDiffer)).toList();
    table.getColumns().setAll(shown);
    ColumnFit<T> fit = ColumnFit.install(table, columns, new ColumnChoice(context.settings(), id));
    shown.forEach(fit::growWithTexts);
    RowSorter.install(table, rows.rows(), columns, this::keepSelection);
    menu = new TableMenu<>(table, rows::id);
    table.setRowFactory(ignored -> new PagedTableRow<>(rows, texts.get("row.leaving")));
    Predicate<String> selected = row -> isSelected(rows.indexOf(row));
    table
        .getSelectionModel()
        .getSelectedItems()
        .addListener((ListChangeListener<T>) ignored -> rows.select(selected));
    LoadAllOnEnd.install(table, rows);
    TableFooter<T> footer = new TableFooter<>(id, rows, fit::chosen, context);
    footer.sorted.bind(Bindings.isNotEmpty(table.getSortOrder()));
    if (columns.stream().anyMatch(Column::hasTimes)) {
      footer.showZone(ZoneId.systemDefault());
    }
    getChildren().add(footer);
    // A change listener: invalidation listeners run before the one that sets what was searched.
    rows.state().addListener((ignored, before, now) -> placeholder(rows, empty));
    placeholder(rows, empty);
  }

  /** Adds an action on the selected rows to the menu of the shown rows. */
  public void addAction(
      String id,
      Function<List<T>, String> text,
      Predicate<List<T>> enabled,
      Consumer<List<T>> action) {
    Objects.requireNonNull(menu).add(id, text, enabled, action);
  }

  /** Whether the operator has sorted the loaded rows. */
  public boolean isSorted() {
    return RowSorter.isSorted(table);
  }

  /** Selects the same rows after a change of the table's list. */
  private void keepSelection(Runnable change) {
    Set<String> before = selectedRows().map(identifier).collect(Collectors.toSet());
    selectingByCode = true;
    change.run();
    table.getSelectionModel().clearSelection();
    List<T> items = table.getItems();
    int[] same =
        IntStream.range(0, items.size())
            .filter(index -> before.contains(identifier.apply(items.get(index))))
            .toArray();
    if (same.length > 0) {
      table.getSelectionModel().selectIndices(same[0], Arrays.copyOfRange(same, 1, same.length));
      reveal(same[0]);
    }
    selectingByCode = false;
  }

  public boolean isLive() {
    return live;
  }

  /** Whether events update the rows if the session may read them. */
  public void setLive(boolean live) {
    this.live = live;
  }

  /** Empty while loading: a placeholder that flashes disturbs. */
  private void placeholder(PagedRows<T> rows, Supplier<String> empty) {
    Failure failure = rows.state().get() == PagedRows.State.FAILED ? rows.failure().get() : null;
    Label message = new Label(failure == null ? empty.get() : FailureMessage.of(failure).text());
    message.getStyleClass().add("empty-state");
    message.setWrapText(true);
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

  /** Called when another single row is selected, not when the selected one changes. */
  public void onSelect(Consumer<T> handler) {
    onSelect = handler;
    selected()
        .addListener(
            (ignored, before, now) -> {
              boolean isOther = now != null && (before == null || !isSame(before, now));
              if (!selectingByCode && isOther && !hasManySelected()) {
                handler.accept(now);
              }
            });
  }

  /**
   * Lets the operator select several rows. The handler gets their number while there are at least
   * two, and 0 when none is left; a single one is one of {@link #onSelect}.
   */
  public void onSelectMany(IntConsumer handler) {
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table
        .getSelectionModel()
        .getSelectedItems()
        .addListener((ListChangeListener<T>) ignored -> selectionChanged(handler));
  }

  private void selectionChanged(IntConsumer handler) {
    List<T> firstTwo = selectedRows().limit(2).toList();
    boolean hadMany = many;
    many = firstTwo.size() > 1;
    if (selectingByCode) {
      return;
    }
    if (many) {
      handler.accept(table.getSelectionModel().getSelectedItems().size());
    } else if (hadMany && firstTwo.isEmpty()) {
      handler.accept(0);
    } else if (hadMany) {
      onSelect.accept(firstTwo.getFirst());
    }
  }

  /** In the order of the table, read one after the other: there may be 100,000. */
  public Stream<T> selectedRows() {
    return table.getSelectionModel().getSelectedItems().stream().filter(Objects::nonNull);
  }

  private boolean isSelected(int index) {
    return index >= 0 && table.getSelectionModel().isSelected(RowSorter.indexInTable(table, index));
  }

  boolean hasManySelected() {
    return table.getSelectionModel().getSelectedIndices().size() > 1;
  }

  /**
   * Selects the row with that identifier, or none, without calling the {@link #onSelect} handler.
   */
  public void choose(String identifier) {
    T row = find.apply(identifier);
    T before = selected().get();
    if (row != null && before != null && isSame(row, before) && !hasManySelected()) {
      return;
    }
    selectingByCode = true;
    if (row == null) {
      table.getSelectionModel().clearSelection();
    } else {
      table.getSelectionModel().clearAndSelect(table.getItems().indexOf(row));
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
}
