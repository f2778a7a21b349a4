package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.util.StringConverter;

/** The table of orders with its filters. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrdersView implements Screen {
  private static final double TIMES = 175;
  private static final KeyCombination NEW =
      new KeyCodeCombination(KeyCode.N, KeyCombination.SHORTCUT_DOWN);

  @FXML private Button newOrder;
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
  private final OrderDetailViewModel detail;
  private final OrderDetailView detailView;
  private final EditOrderViewModel edit;
  private final EditOrderView editView;
  private final NewOrderViewModel draft;
  private final NewOrderView draftView;
  private SidePane side;
  private String lastSelected = "";
  private final Texts texts = Texts.beside(OrdersView.class);
  private final Times times = new Times();
  private final Runnable unlisten;
  private final Parent root;

  OrdersView(Desk desk) {
    this.desk = desk;
    this.model =
        new OrdersViewModel(desk.background(), desk.session().api(), ZoneId.systemDefault());
    this.detail = new OrderDetailViewModel(desk.background(), desk.session());
    this.detailView = new OrderDetailView(detail, this::edit, this::hideDetail);
    OrderTexts written = new OrderTexts(ZoneId.systemDefault());
    this.edit = new EditOrderViewModel(desk.background(), desk.session(), written, this::edited);
    this.editView = new EditOrderView(edit, this::backToDetail);
    this.draft =
        new NewOrderViewModel(
            desk.background(), desk.session(), written, new SecureRandom(), this::ordered);
    this.draftView = new NewOrderView(draft, this::hideDetail);
    this.root = Fxml.load(this, texts);
    this.unlisten = desk.events().map(events -> events.listen(this::happened)).orElse(() -> {});
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    side = new SidePane(split, desk.settings());
    if (!draft.mayOrder()) {
      newOrder.setDisable(true);
      newOrder.setTooltip(new Tooltip(texts.get("needs.scope", "orders:write")));
    }
    table.show("orders", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(this::showDetail);
    table
        .selected()
        .addListener(
            (ignored, before, now) -> {
              if (now != null && !now.id().equals(lastSelected)) { // not when news replace the row
                lastSelected = now.id();
                showDetail(now);
              }
            });
    search.textProperty().bindBidirectional(model.search());
    orderType.textProperty().bindBidirectional(model.orderType());
    clientReference.textProperty().bindBidirectional(model.clientReference());
    subject.textProperty().bindBidirectional(model.subject());
    enrollmentId.textProperty().bindBidirectional(model.enrollmentId());
    from.valueProperty().bindBidirectional(model.from());
    to.valueProperty().bindBidirectional(model.to());
    status.getItems().setAll(Stream.concat(Stream.of(""), OrderStatus.ALL.stream()).toList());
    status.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(String value) {
            return value == null || value.isEmpty()
                ? texts.get("status.any")
                : texts.value("status", value);
          }

          @Override
          public String fromString(String text) {
            return text;
          }
        });
    status.valueProperty().bindBidirectional(model.status());
    status.valueProperty().addListener(ignored -> model.apply());
    from.valueProperty().addListener(ignored -> model.apply());
    to.valueProperty().addListener(ignored -> model.apply());
  }

  private List<Column<OrderRow>> columns() {
    return List.of(
        wire("status", 110, OrderRow::status).drawn(row -> pill(row.status())),
        plain("subject", 130, OrderRow::subject),
        plain("client_reference", 160, OrderRow::clientReference),
        wire("result", 180, OrderRow::summaryCode),
        plain("attempts", 90, row -> Integer.toString(row.attempts())),
        time("next_attempt_at", OrderRow::nextAttemptAt),
        time("created_at", OrderRow::createdAt),
        plain("order_type", 160, OrderRow::orderType),
        plain("id", 290, OrderRow::id),
        time("updated_at", OrderRow::updatedAt).hidden(),
        time("ended_at", OrderRow::endedAt).hidden(),
        plain("enrollment_id", 290, OrderRow::enrollmentId).hidden());
  }

  private Column<OrderRow> plain(String id, double width, Function<OrderRow, String> text) {
    return Column.of(id, texts.get("column." + id), width, text);
  }

  private Column<OrderRow> time(String id, Function<OrderRow, String> at) {
    return plain(id, TIMES, row -> times.text(at.apply(row)));
  }

  /** A value of a registry, in words. */
  private Column<OrderRow> wire(String id, double width, Function<OrderRow, String> value) {
    String registry = id.equals("result") ? "summary_code" : id;
    return plain(id, width, row -> texts.value(registry, value.apply(row)));
  }

  private Pill pill(String value) {
    return new Pill(texts.value("status", value), OrderStatus.tone(value));
  }

  private void happened(List<JsonNode> events) {
    model.happened(events);
    detail.happened(events);
  }

  private void showDetail(OrderRow row) {
    showDetail(row.id());
  }

  private void showDetail(String id) {
    detail.show(id);
    side.show(detailView.root());
  }

  private void hideDetail() {
    side.hide();
    detail.clear();
    table.view().requestFocus();
  }

  @FXML
  void newOrder() {
    side.show(draftView.root());
    draftView.shown();
  }

  /** The form gives way to the order that it has become. */
  private void ordered(JsonNode order) {
    model.created(OrderRow.of(order));
    showDetail(order.path("id").asText());
  }

  private void edit(OrderDetail shown) {
    edit.edit(shown);
    side.show(editView.root());
    editView.shown();
  }

  private void edited() {
    detail.load();
    backToDetail();
  }

  private void backToDetail() {
    side.show(detailView.root());
  }

  @FXML
  void pressed(KeyEvent key) {
    if (NEW.match(key) && draft.mayOrder()) {
      key.consume();
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
  public void shown() {
    model.rows().lookedAt(model::apply);
  }

  @Override
  public void refresh() {
    model.apply();
    detail.load();
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
  }

  @Override
  public void close() {
    unlisten.run();
  }
}
