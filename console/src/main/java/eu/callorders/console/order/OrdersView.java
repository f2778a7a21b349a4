package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.bulk.BulkPane;
import eu.callorders.console.bulk.BulkSelection;
import eu.callorders.console.bulk.BulkViewModel;
import eu.callorders.console.bulk.SelectionBar;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SearchReportFormatter;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;

/** The order table with its filters and detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class OrdersView extends ListScreen<OrderRow, OrdersViewModel> {
  private static final List<String> LONGEST_PHONE = List.of("+888…8888");

  @FXML private Button newOrder;
  @FXML private Button resume;
  @FXML private Pane toolbar;
  @FXML private TextField search;
  @FXML private Label searched;
  @FXML private ComboBox<String> status;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private SplitPane split;

  private OrderDetailPane detailPane;
  private BooleanBinding hiddenDraft;
  private BooleanBinding hiddenEdit;
  private String shownOrderId = "";
  private NeededScope neededScope;

  private final BulkViewModel bulk;
  private BulkSelection<OrderRow> selection;
  private final FirstStepsViewModel firstSteps;

  OrdersView(ScreenContext context, BulkViewModel bulk) {
    super(
        context,
        new OrdersViewModel(context.background(), context.session(), ZoneId.systemDefault()));
    this.bulk = bulk;
    this.firstSteps = new FirstStepsViewModel(context.background(), context.session());
    load();
    listen(model::handleEvents);
    listen(model::refreshAfterHolds);
    listen(detailPane::handleEvents);
  }

  /**
   * The screen of orders.
   *
   * @param bulk actions on many orders, which do not end with the screen
   */
  public static Feature feature(Function<ScreenContext, BulkViewModel> bulk) {
    return Feature.of(
            "orders",
            Texts.of(OrdersView.class),
            "fth-phone-outgoing",
            Scope.ORDERS_READ,
            context -> new OrdersView(context, bulk.apply(context)))
        .identifiedBy("ord");
  }

  @FXML
  void initialize() {
    detailPane =
        new OrderDetailPane(
            split,
            context,
            texts,
            this::orderCreated,
            this::highlight,
            this::reveal,
            table.view()::requestFocus);
    neededScope = new NeededScope(texts, Scope.ORDERS_WRITE, newOrder);
    applyScopes();
    hiddenDraft = detailPane.hasHiddenDraft();
    newOrder
        .textProperty()
        .bind(
            Bindings.when(hiddenDraft)
                .then(texts.get("new.continue"))
                .otherwise(texts.get("new.order")));
    hiddenEdit = detailPane.hasHiddenChanges();
    resume.visibleProperty().bind(hiddenEdit);
    resume.managedProperty().bind(hiddenEdit);
    showTable("orders", columns());
    showFailedActions(detailPane.failedActions());
    model.rows().state().addListener(ignored -> findFirstSteps());
    model.rows().rows().addListener((ListChangeListener<OrderRow>) this::rowsChanged);
    table.onOpen(row -> detailPane.show(row.id()));
    table.onSelect(this::rowSelected);
    offerActions();
    FirstStepsPane steps = new FirstStepsPane(firstSteps, context, texts, this::newOrder);
    SelectionBar bar = selection.bar();
    table.getChildren().addAll(0, List.of(steps, bar));
    Stream.of(bar, table.view())
        .forEach(it -> steps.visibleProperty().subscribe(shown -> Visibility.set(it, !shown)));
    bindFilters();
  }

  private void offerActions() {
    BulkPane pane =
        new BulkPane(
            bulk,
            context,
            id -> context.names().ofOrder(id, "").map((SubjectName name) -> name.textWith(id)),
            detailPane::close);
    selection = new BulkSelection<>(bulk, table, pane, OrderActions::select, this::showBulk);
    selection.addAction(
        "menu-cancel",
        OrderActions.CANCEL,
        row -> context.session().may(Scope.ORDERS_WRITE) && row.canBeCanceled(),
        detailPane::cancel);
    selection.addAction("menu-do-not-call", OrderActions.SUPPRESS, ignored -> false, ignored -> {});
    table.addAction(
        "menu-person",
        ignored -> texts.get("links.person"),
        rows -> rows.size() == 1 && !rows.getFirst().subject().isEmpty(),
        rows ->
            context
                .navigation()
                .go(Link.filtered("orders", "subject_reference", rows.getFirst().subject())));
  }

  private void bindFilters() {
    ListFilter<OrderRow> filter = model.filter();
    if (context.session().administration().isPresent()) {
      search.setPromptText(texts.get("search.parts"));
    }
    searchBy(search, model.search());
    SearchReportFormatter.show(searched, model.textSearch, texts);
    List<TextField> fields = filterByTexts(toolbar, filter);
    filterBy(from, filter.from());
    filterBy(to, filter.to());
    filterBy(status, "status", OrderRow.STATUSES, filter.text("status"));
    BooleanBinding overridden = model.isSearching();
    Stream.concat(fields.stream(), Stream.of(status, from, to))
        .forEach(control -> control.disableProperty().bind(overridden));
  }

  private List<Column<OrderRow>> columns() {
    Columns<OrderRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .known("status", OrderRow.statusTexts(texts), row -> row.statusText(texts))
            .withBadge(OrderRow::tone),
        columns
            .subject(row -> person(row, SubjectName::text), OrderRow::subject)
            .sortedBy(row -> row.person().text()),
        columns
            .observed("phone", 0, row -> person(row, SubjectName::phone), OrderRow::phone)
            .asWideAs(LONGEST_PHONE),
        columns.text("client_reference", 160, OrderRow::clientReference),
        columns.value("result", "summary_code", OrderRow::summaryCode),
        columns.number("attempts", OrderRow::attempts),
        columns.time("next_attempt_at", OrderRow::nextAttemptAt),
        columns.time("created_at", OrderRow::createdAt),
        columns.text("order_type", 160, OrderRow::orderType),
        columns.text("name", 160, OrderRow::name).hiddenByDefault(),
        columns.text("id", 290, OrderRow::id).hiddenByDefault(),
        columns.time("updated_at", OrderRow::updatedAt).hiddenByDefault(),
        columns.time("ended_at", OrderRow::endedAt).hiddenByDefault(),
        columns.text("enrollment_id", 290, OrderRow::enrollmentId).hiddenByDefault());
  }

  /** A row of an event is completed by a read when it is visible. */
  private ObservableValue<String> person(OrderRow row, Function<SubjectName, String> text) {
    return row.isComplete()
        ? new ReadOnlyStringWrapper(text.apply(row.person()))
        : context.names().ofOrder(row.id(), row.subject()).map(text);
  }

  private void showBulk(BulkPane pane) {
    shownOrderId = "";
    detailPane.showInstead(pane);
  }

  private void findFirstSteps() {
    boolean isComplete = model.rows().state().get() == PagedRows.State.COMPLETE;
    if (!model.rows().rows().isEmpty()) {
      firstSteps.hasOrders();
    } else if (isComplete && model.listsAll()) {
      firstSteps.noOrders();
    }
  }

  private void rowsChanged(ListChangeListener.Change<? extends OrderRow> change) {
    findFirstSteps();
    while (change.next()) {
      change.getAddedSubList().stream()
          .filter(OrderRow::isComplete)
          .forEach(row -> context.names().put(row.person()));
    }
  }

  /** A refreshed row is selected again without being opened. */
  private void rowSelected(OrderRow row) {
    if (!row.id().equals(shownOrderId)) {
      detailPane.show(row.id());
    }
  }

  private void highlight(String orderId) {
    shownOrderId = orderId;
    selection.clear();
    table.choose(orderId);
  }

  private void orderCreated(JsonNode order) {
    model.orderCreated(OrderRow.of(order));
  }

  @FXML
  void newOrder() {
    detailPane.newOrder();
  }

  @FXML
  void resume() {
    detailPane.resumeEdit();
  }

  @Override
  public boolean canCreate() {
    return detailPane.mayCreateOrders();
  }

  @Override
  public void makeNew() {
    newOrder();
  }

  @Override
  public void applyScopes() {
    newOrder.setDisable(!canCreate());
    neededScope.setGranted(canCreate());
    detailPane.scopesChanged();
    firstSteps.update();
  }

  @Override
  public void shown() {
    super.shown();
    findFirstSteps();
    detailPane.retryFailedRead();
  }

  @Override
  protected void reloadDetail() {
    detailPane.load();
  }

  @Override
  protected String shownId() {
    return shownOrderId;
  }

  @Override
  protected void showDetail(String identifier) {
    if (identifier.isEmpty()) {
      detailPane.close();
    } else {
      detailPane.show(identifier);
    }
  }

  @Override
  public List<String> unsaved() {
    return Stream.concat(detailPane.unsaved().stream(), bulk.unsaved().stream()).toList();
  }
}
