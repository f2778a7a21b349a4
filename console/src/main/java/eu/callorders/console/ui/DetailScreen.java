package eu.callorders.console.ui;

import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.ResourceViewModel;
import java.util.List;
import java.util.function.Function;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.SplitPane;

/**
 * A list screen that shows the detail of the selected row beside the list. The FXML also names a
 * {@code split} that contains the table.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public abstract class DetailScreen<T, M extends ListViewModel<T>> extends ListScreen<T, M> {
  @FXML private SplitPane split;

  private final ResourceViewModel<?> detail;
  private DetailPane detailPane;
  private Parent detailView;

  protected DetailScreen(ScreenContext context, M model, ResourceViewModel<?> detail) {
    super(context, model);
    this.detail = detail;
  }

  /**
   * Shows the rows in the table; selecting one shows its detail.
   *
   * @param id of the table, in the settings and in tests
   * @param identifier of a row
   */
  protected final void showTable(
      String id, List<Column<T>> columns, Function<T, String> identifier) {
    showTable(id, columns);
    showFailedActions(detail.failedActions());
    table.onOpen(row -> showDetail(identifier.apply(row)));
    table.onSelect(row -> showDetail(identifier.apply(row)));
  }

  /** Sets the view of the detail; call it after {@link #load}. */
  protected final void setDetailView(Parent view) {
    detailView = view;
    detailPane = new DetailPane(split, table.view().getId(), context.settings());
  }

  @Override
  protected final String shownId() {
    return detail.id();
  }

  @Override
  protected void showDetail(String identifier) {
    if (identifier.isEmpty()) {
      hideDetail();
      return;
    }
    detail.show(identifier);
    detailPane.show(detailView);
    table.choose(identifier);
  }

  protected final void hideDetail() {
    detailPane.hide();
    detail.clear();
    table.choose("");
  }

  @Override
  protected final void reloadDetail() {
    detail.load();
  }
}
