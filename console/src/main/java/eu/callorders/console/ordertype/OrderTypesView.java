package eu.callorders.console.ordertype;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailScreen;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;

/** The order type table with its detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class OrderTypesView extends DetailScreen<OrderTypeRow, OrderTypesViewModel> {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;

  private OrderTypesView(ScreenContext context, OrderTypesViewModel model) {
    super(context, model, model.detail);
    load();
    setDetailView(
        new OrderTypeDetailView(
                model.detail,
                new OrderTypeVersionsViewModel(context.background(), context.session().api()),
                this::hideDetail)
            .root());
    listen(model::handleEvents);
  }

  public static Feature feature() {
    return Feature.of(
        "order-types",
        Texts.of(OrderTypesView.class),
        "fth-file-text",
        Scope.CONFIG_READ,
        context ->
            new OrderTypesView(
                context, new OrderTypesViewModel(context.background(), context.session().api())));
  }

  @FXML
  void initialize() {
    showTable("order-types", columns(), OrderTypeRow::key);
    searchBy(search, model.search());
    filterBy(status, "status", OrderTypeRow.STATUSES, model.filter().text("status"));
  }

  private List<Column<OrderTypeRow>> columns() {
    Columns<OrderTypeRow> columns = new Columns<>(texts);
    return List.of(
        columns.status("status", "status", OrderTypeRow::status),
        columns.text("key", 190, OrderTypeRow::key),
        columns.text("title", 280, OrderTypeRow::title),
        columns.number("version", OrderTypeRow::version),
        columns.time("updated_at", OrderTypeRow::updatedAt),
        columns.time("created_at", OrderTypeRow::createdAt));
  }
}
