package eu.callorders.console.bulk;

import eu.callorders.console.ui.PagedTable;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Offers actions on the selected rows of a table: above it, beside it and in its menu. */
public final class BulkSelection<T> {
  private final BulkViewModel model;
  private final PagedTable<T> table;
  private final BulkPane pane;
  private final BiFunction<Integer, Stream<T>, Selection> reader;
  private final Consumer<BulkPane> onShow;

  /**
   * Lets the operator select several rows.
   *
   * @param reader reads that many selected rows
   * @param onShow shows the pane beside the table
   */
  public BulkSelection(
      BulkViewModel model,
      PagedTable<T> table,
      BulkPane pane,
      BiFunction<Integer, Stream<T>, Selection> reader,
      Consumer<BulkPane> onShow) {
    this.model = model;
    this.table = table;
    this.pane = pane;
    this.reader = reader;
    this.onShow = onShow;
    table.onSelectMany(this::selected);
    model.onShow(this::show);
  }

  private void selected(int count) {
    model.select(reader.apply(count, table.selectedRows()));
    if (count > 1) {
      onShow.accept(pane);
    } else if (model.visible.get() && !model.pending().get()) {
      pane.hide();
    }
  }

  private void show() {
    clear();
    table.choose("");
    onShow.accept(pane);
  }

  /** Call it when a single row is shown, or none. */
  public void clear() {
    model.select(Selection.NONE);
  }

  /** The bar above the table. */
  public SelectionBar bar() {
    return new SelectionBar(model, this::ask);
  }

  private void ask(BulkAction action) {
    onShow.accept(pane);
    pane.ask(action);
  }

  /**
   * Adds the action to the menu of the rows.
   *
   * @param mayAlone whether {@code alone} can be done with a single row
   */
  public void addAction(String id, BulkAction action, Predicate<T> mayAlone, Consumer<T> alone) {
    table.addAction(
        id,
        rows -> model.actions.button(action, read(rows).count(action)),
        rows ->
            rows.size() == 1 ? mayAlone.test(rows.getFirst()) : model.canStart(action, read(rows)),
        rows -> {
          if (rows.size() == 1) {
            alone.accept(rows.getFirst());
          } else {
            ask(action);
          }
        });
  }

  private Selection read(List<T> rows) {
    return reader.apply(rows.size(), rows.stream());
  }
}
