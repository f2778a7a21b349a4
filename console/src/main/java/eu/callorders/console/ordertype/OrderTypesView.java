package eu.callorders.console.ordertype;

import eu.callorders.console.ui.Aside;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueChoice;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The table of order types. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderTypesView implements Screen {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private SplitPane split;
  @FXML private PagedTable<OrderTypeRow> table;

  private final Desk desk;
  private final OrderTypesViewModel model;
  private final Texts texts = Texts.beside(OrderTypesView.class);
  private final Runnable unlisten;
  private final Parent root;
  private final Aside aside;

  OrderTypesView(Desk desk) {
    this.desk = desk;
    this.model = new OrderTypesViewModel(desk.background(), desk.session().api());
    this.root = Fxml.load(this, texts);
    OrderTypeDetailView view = new OrderTypeDetailView(model.detail(), this::hideDetail);
    this.aside = new Aside(split, view.root(), "order-types", desk.settings());
    this.unlisten = desk.events().listen(model::happened);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("order-types", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(row -> showDetail(row.key()));
    table.onSelect(now -> showDetail(now.key()));
    search.textProperty().bindBidirectional(model.search());
    ValueChoice.offer(status, texts, "status", OrderTypeRow.STATUSES);
    status.valueProperty().bindBidirectional(model.status());
    status.valueProperty().addListener(ignored -> model.apply());
  }

  private List<Column<OrderTypeRow>> columns() {
    Columns<OrderTypeRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 100, "status", OrderTypeRow::status)
            .toned(row -> OrderTypeRow.tone(row.status())),
        columns.text("key", 190, OrderTypeRow::key),
        columns.text("title", 280, OrderTypeRow::title),
        columns.text("version", 75, row -> Integer.toString(row.version())),
        columns.time("updated_at", OrderTypeRow::updatedAt),
        columns.time("created_at", OrderTypeRow::createdAt));
  }

  private void showDetail(String key) {
    model.show(key);
    aside.show();
    table.choose(key);
  }

  private void hideDetail() {
    aside.hide();
    model.detail().clear();
    table.choose("");
    table.view().requestFocus();
  }

  @FXML
  void apply() {
    model.apply();
  }

  @FXML
  void clear() {
    model.clear();
  }

  @Override
  public void shown() {
    model.rows().lookedAt(model::apply);
  }

  @Override
  public void refresh() {
    model.apply();
    model.detail().load();
  }

  @Override
  public void search() {
    search.requestFocus();
    search.selectAll();
  }

  @Override
  public void open(String identifier) {
    model.search().set(identifier);
    model.apply();
    showDetail(identifier);
  }

  @Override
  public void close() {
    unlisten.run();
  }
}
