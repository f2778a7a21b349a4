package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.ValueChoice;
import java.time.ZoneId;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The order table with its filters and detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrdersView extends ListScreen<OrderRow, OrdersViewModel> {
  @FXML private Button newOrder;
  @FXML private Button resume;
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private TextField orderType;
  @FXML private TextField clientReference;
  @FXML private TextField subject;
  @FXML private TextField enrollmentId;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private SplitPane split;

  private OrderDetailPane beside;
  private BooleanBinding unordered;
  private BooleanBinding hiddenEdit;
  private String shownBeside = "";
  private NeededScope needed;

  OrdersView(ScreenContext context) {
    super(
        context,
        new OrdersViewModel(context.background(), context.session().api(), ZoneId.systemDefault()));
    load();
    listen(model::happened);
    listen(beside::happened);
  }

  @FXML
  void initialize() {
    beside =
        new OrderDetailPane(
            split, desk, texts, this::ordered, this::follow, table.view()::requestFocus);
    needed = new NeededScope(texts, Scope.ORDERS_WRITE, newOrder);
    allow();
    unordered = beside.waitsToBeOrdered();
    newOrder
        .textProperty()
        .bind(
            Bindings.when(unordered)
                .then(texts.get("new.continue"))
                .otherwise(texts.get("new.order")));
    hiddenEdit = beside.waitsToBeSaved();
    resume.visibleProperty().bind(hiddenEdit);
    resume.managedProperty().bind(hiddenEdit);
    table.show("orders", model.rows(), OrderColumns.all(texts), texts.get("empty"), desk);
    table.onOpen(row -> beside.show(row.id()));
    table.onSelect(this::select);
    filters();
  }

  private void filters() {
    searchBy(search, model.search());
    orderType.textProperty().bindBidirectional(model.orderType());
    clientReference.textProperty().bindBidirectional(model.clientReference());
    subject.textProperty().bindBidirectional(model.subject());
    enrollmentId.textProperty().bindBidirectional(model.enrollmentId());
    narrowBy(from, model.from());
    narrowBy(to, model.to());
    BooleanBinding overridden = model.searches();
    for (Node filter :
        List.of(orderType, clientReference, subject, enrollmentId, status, from, to)) {
      filter.disableProperty().bind(overridden);
    }
    ValueChoice.offer(status, texts, "status", OrderStatusStyle.ALL);
    narrowBy(status.valueProperty(), model.status());
  }

  /** A refreshed row is selected again without being opened. */
  private void select(OrderRow row) {
    if (!row.id().equals(shownBeside)) {
      beside.show(row.id());
    }
  }

  /** Highlights the order that the detail pane shows. */
  private void follow(String orderId) {
    shownBeside = orderId;
    table.choose(orderId);
  }

  private void ordered(JsonNode order) {
    model.created(OrderRow.of(order));
  }

  @FXML
  void newOrder() {
    beside.newOrder();
  }

  @FXML
  void resume() {
    beside.goOn();
  }

  @Override
  public void makeNew() {
    if (beside.mayOrder()) {
      newOrder();
    }
  }

  @Override
  public void allow() {
    newOrder.setDisable(!beside.mayOrder());
    needed.held(beside.mayOrder());
    beside.allow();
  }

  @Override
  public void shown() {
    super.shown();
    beside.looked();
  }

  @Override
  public void refresh() {
    super.refresh();
    beside.load();
  }

  @Override
  public void open(String identifier) {
    super.open(identifier);
    if (identifier.startsWith("ord_")) {
      beside.show(identifier);
    }
  }

  @Override
  public List<String> unsaved() {
    return beside.unsaved();
  }
}
