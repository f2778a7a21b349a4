package eu.callorders.console.ordertype;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.ValueChoice;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The order type table with its detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderTypesView extends ListScreen<OrderTypeRow, OrderTypesViewModel> {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private SplitPane split;

  private final DetailPane detailPane;

  OrderTypesView(ScreenContext context) {
    super(context, new OrderTypesViewModel(context.background(), context.session().api()));
    load();
    OrderTypeDetailView view = new OrderTypeDetailView(model.detail(), this::hideDetail);
    this.detailPane = new DetailPane(split, view.root(), "order-types", context.settings());
    listen(model::handleEvents);
  }

  @FXML
  void initialize() {
    table.show("order-types", model.rows(), columns(), texts.get("empty"), context);
    table.onOpen(row -> showDetail(row.key()));
    table.onSelect(now -> showDetail(now.key()));
    searchBy(search, model.search());
    ValueChoice.offer(status, texts, "status", OrderTypeRow.STATUSES);
    filterBy(status.valueProperty(), model.status());
  }

  private List<Column<OrderTypeRow>> columns() {
    Columns<OrderTypeRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 100, "status", OrderTypeRow::status)
            .withBadge(row -> OrderTypeRow.tone(row.status())),
        columns.text("key", 190, OrderTypeRow::key),
        columns.text("title", 280, OrderTypeRow::title),
        columns.text("version", 75, row -> Integer.toString(row.version())),
        columns.time("updated_at", OrderTypeRow::updatedAt),
        columns.time("created_at", OrderTypeRow::createdAt));
  }

  private void showDetail(String key) {
    model.show(key);
    detailPane.show();
    table.choose(key);
  }

  private void hideDetail() {
    detailPane.hide();
    model.detail().clear();
    table.choose("");
    table.view().requestFocus();
  }

  @Override
  public void refresh() {
    super.refresh();
    model.detail().load();
  }

  @Override
  public void open(String identifier) {
    super.open(identifier);
    showDetail(identifier);
  }
}
