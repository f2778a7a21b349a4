package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueChoice;
import java.time.ZoneId;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The table of orders with its filters. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrdersView implements Screen {
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
  @FXML private PagedTable<OrderRow> table;

  private final Desk desk;
  private final OrdersViewModel model;
  private final Texts texts = Texts.beside(OrdersView.class);
  private BesideOrders beside;
  private BooleanBinding unordered;
  private BooleanBinding unsaved;
  private String shownBeside = "";
  private final Runnable unlisten;
  private NeededScope needed;
  private final Parent root;

  OrdersView(Desk desk) {
    this.desk = desk;
    this.model =
        new OrdersViewModel(desk.background(), desk.session().api(), ZoneId.systemDefault());
    this.root = Fxml.load(this, texts);
    this.unlisten = desk.events().listen(this::happened);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    beside =
        new BesideOrders(
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
    unsaved = beside.waitsToBeSaved();
    resume.visibleProperty().bind(unsaved);
    resume.managedProperty().bind(unsaved);
    table.show("orders", model.rows(), OrderColumns.all(texts), texts.get("empty"), desk);
    table.onOpen(row -> beside.show(row.id()));
    table.onSelect(this::select);
    filters();
  }

  private void filters() {
    search.textProperty().bindBidirectional(model.search());
    orderType.textProperty().bindBidirectional(model.orderType());
    clientReference.textProperty().bindBidirectional(model.clientReference());
    subject.textProperty().bindBidirectional(model.subject());
    enrollmentId.textProperty().bindBidirectional(model.enrollmentId());
    from.valueProperty().bindBidirectional(model.from());
    to.valueProperty().bindBidirectional(model.to());
    BooleanBinding overridden = model.searches();
    for (Node filter :
        List.of(orderType, clientReference, subject, enrollmentId, status, from, to)) {
      filter.disableProperty().bind(overridden);
    }
    ValueChoice.offer(status, texts, "status", OrderStatus.ALL);
    status.valueProperty().bindBidirectional(model.status());
    status.valueProperty().addListener(ignored -> model.apply());
    from.valueProperty().addListener(ignored -> model.apply());
    to.valueProperty().addListener(ignored -> model.apply());
  }

  /** News of the same row replace it, and are no choice of the operator. */
  private void select(OrderRow row) {
    if (!row.id().equals(shownBeside)) {
      beside.show(row.id());
    }
  }

  /** The order that stands beside is the one that is chosen; no other row looks as if it were. */
  private void follow(String orderId) {
    shownBeside = orderId;
    table.choose(orderId);
  }

  private void happened(List<JsonNode> events) {
    model.happened(events);
    beside.happened(events);
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

  @FXML
  void apply() {
    model.apply();
  }

  @FXML
  void clear() {
    model.clear();
  }

  @Override
  public void allow() {
    newOrder.setDisable(!beside.mayOrder());
    needed.held(beside.mayOrder());
    beside.allow();
  }

  @Override
  public void shown() {
    model.rows().lookedAt(model::apply);
  }

  @Override
  public void refresh() {
    model.apply();
    beside.load();
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
    if (identifier.startsWith("ord_")) {
      beside.show(identifier);
    }
  }

  @Override
  public List<String> unsaved() {
    return beside.unsaved();
  }

  @Override
  public void close() {
    unlisten.run();
  }
}
