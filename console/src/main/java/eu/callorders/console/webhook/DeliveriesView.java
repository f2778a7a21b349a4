package eu.callorders.console.webhook;

import eu.callorders.console.api.KnownEventTypes;
import eu.callorders.console.api.Scope;
import eu.callorders.console.bulk.BulkPane;
import eu.callorders.console.bulk.BulkSelection;
import eu.callorders.console.bulk.BulkViewModel;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.ValueConverter;
import eu.callorders.console.work.ListFilter;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.HBox;

/** The delivery log, including dead letters, with its filters and a detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class DeliveriesView extends ListScreen<DeliveryRow, DeliveriesViewModel> {
  static final String ID = "deliveries";

  private static final double TRACK_WIDTH = 70;
  private static final double SCALE_MILLIS = 2_000;
  private static final int SLOWEST_MILLIS = 30_000;
  private static final double GAP = 8;

  @FXML private TextField event;
  @FXML private ComboBox<String> endpoint;
  @FXML private ComboBox<String> status;
  @FXML private ComboBox<String> eventType;
  @FXML private ToggleButton deadLetters;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private SplitPane split;

  private final DeliveryViewModel delivery;
  private final DeliveryView deliveryView;
  private final DetailPane detailPane;
  private final BulkViewModel bulk;
  private BulkSelection<DeliveryRow> selection;
  private final AttemptBars bars = new AttemptBars(texts, new TimestampFormatter());

  DeliveriesView(ScreenContext context, BulkViewModel bulk) {
    DeliveryViewModel shown = new DeliveryViewModel(context.background(), context.session().api());
    super(
        context,
        new DeliveriesViewModel(
            context.background(),
            context.session().api(),
            ZoneId.systemDefault(),
            DeliveriesViewModel.POLL_INTERVAL,
            shown::refreshIfOpen));
    this.delivery = shown;
    this.deliveryView =
        new DeliveryView(delivery, context, model::url, this::resent, this::hide, this::showAgain);
    this.bulk = bulk;
    load();
    this.detailPane = new DetailPane(split, ID, context.settings());
  }

  /**
   * The screen of deliveries.
   *
   * @param bulk actions on many deliveries, which do not end with the screen
   */
  public static Feature feature(Function<ScreenContext, BulkViewModel> bulk) {
    Texts texts = Texts.of(DeliveriesView.class);
    return new Feature(
        ID,
        texts.get("deliveries.title"),
        "fth-inbox",
        session -> session.may(Scope.CONFIG_READ),
        texts.get("needs.scope", Scope.CONFIG_READ.wireName()),
        context -> new DeliveriesView(context, bulk.apply(context)));
  }

  @FXML
  void initialize() {
    model.setVisibleRange(this::visibleRange);
    bindFilters();
    showTable(ID, columns(), () -> texts.get("deliveries.empty"));
    showFailedActions(delivery.failedActions);
    table.onOpen(this::show);
    table.onSelect(this::show);
    BulkPane bulkPane = new BulkPane(bulk, context, this::name, this::hide);
    selection = new BulkSelection<>(bulk, table, bulkPane, DeliveryActions::select, this::showBulk);
    table.getChildren().addFirst(selection.bar());
    selection.addAction(
        "menu-resend",
        DeliveryActions.RESEND,
        ignored -> context.session().may(Scope.CONFIG_WRITE) && !delivery.resending.get(),
        this::resend);
    model.endpoints.addListener((ListChangeListener<EndpointRow>) ignored -> endpointsChanged());
    offerEndpoints();
  }

  private void bindFilters() {
    ListFilter<DeliveryRow> filter = model.filter();
    StringProperty statusFilter = filter.text("status");
    searchBy(event, filter.text("event_id"));
    filterBy(status, "delivery_status", DeliveryRow.STATUSES, statusFilter);
    endpoint.setConverter(
        new ValueConverter<>(
            id -> id == null || id.isEmpty() ? texts.get("endpoint.any") : model.url(id)));
    Tooltip address = new Tooltip();
    address.textProperty().bind(endpoint.valueProperty().map(endpoint.getConverter()::toString));
    endpoint.setTooltip(address);
    filterBy(endpoint, filter.text("endpoint_id"));
    eventType.getItems().setAll(KnownEventTypes.DELIVERED);
    filterBy(eventType, filter.text("event_type"));
    filterByRealTime(from, filter.from());
    filterByRealTime(to, filter.to());
    deadLetters.setOnAction(
        ignored -> status.setValue(deadLetters.isSelected() ? DeliveryRow.DEAD_LETTER : ""));
    statusFilter.addListener(
        (ignored, before, now) -> deadLetters.setSelected(DeliveryRow.DEAD_LETTER.equals(now)));
  }

  private List<Column<DeliveryRow>> columns() {
    Columns<DeliveryRow> columns = new Columns<>(texts);
    return List.of(
        columns.known("answer", bars.shortResponses(), this::answer),
        columns.status("status", "delivery_status", DeliveryRow::status),
        columns.known("event_type", KnownEventTypes.DELIVERED, DeliveryRow::eventType),
        columns.text("endpoint", 150, row -> Labels.address(model.url(row.endpointId()))).whole(),
        columns.number("attempts", row -> row.attempts().size()),
        columns
            .known("duration", List.of(texts.get("millis", SLOWEST_MILLIS)), this::duration)
            .renderedBy(this::bar, TRACK_WIDTH + GAP)
            .sortedBy(row -> Long.toString(row.lastMillis())),
        columns.realTime("created_at", DeliveryRow::createdAt),
        columns.realTime("next_attempt_at", DeliveryRow::nextAttemptAt),
        columns.text("event_id", 290, DeliveryRow::eventId).hiddenByDefault(),
        columns.text("delivery_id", 290, DeliveryRow::id).hiddenByDefault());
  }

  private String answer(DeliveryRow row) {
    return row.lastAttempt().map(bars::describeShortly).orElse("");
  }

  private String duration(DeliveryRow row) {
    return row.attempts().isEmpty() ? "" : texts.get("millis", row.lastMillis());
  }

  private Node bar(DeliveryRow row) {
    HBox cell = new HBox(GAP);
    cell.setAlignment(Pos.CENTER_LEFT);
    row.lastAttempt()
        .map(last -> AttemptBars.bar(last, TRACK_WIDTH, SCALE_MILLIS))
        .ifPresent(bar -> cell.getChildren().setAll(bar, new Label(duration(row))));
    return cell;
  }

  private void endpointsChanged() {
    offerEndpoints();
    table.view().refresh();
    deliveryView.redraw();
  }

  private void offerEndpoints() {
    changeFilters(
        () -> {
          String chosen = model.filter().text("endpoint_id").get();
          Stream<String> ids = model.endpoints.stream().map(EndpointRow::id);
          endpoint.getItems().setAll(Stream.concat(Stream.of(""), ids).toList());
          endpoint.setValue(chosen);
        });
  }

  private DeliveriesViewModel.VisibleRange visibleRange() {
    return !table.isSorted()
            && table.view().lookup(".virtual-flow") instanceof VirtualFlow<?> flow
            && flow.getFirstVisibleCell() instanceof IndexedCell<?> first
            && flow.getLastVisibleCell() instanceof IndexedCell<?> last
        ? new DeliveriesViewModel.VisibleRange(first.getIndex(), last.getIndex())
        : DeliveriesViewModel.VisibleRange.NOTHING;
  }

  private void show(DeliveryRow row) {
    selection.clear();
    delivery.show(row);
    detailPane.show(deliveryView.root());
  }

  private void resend(DeliveryRow row) {
    show(row);
    deliveryView.resend();
  }

  /** Its row may no longer be in the list. */
  private void showAgain(DeliveryRow row) {
    show(row);
    reveal(row.id());
    table.choose(row.id());
  }

  private void showBulk(BulkPane pane) {
    delivery.clear();
    detailPane.show(pane);
  }

  /** What the list says of a delivery; its identifier when it is not loaded. */
  private ObservableValue<String> name(String id) {
    DeliveryRow row = model.rows().find(id);
    return new ReadOnlyStringWrapper(
        row == null ? id : row.name(Labels.address(model.url(row.endpointId()))));
  }

  /** Shows the new delivery, which its list contains if it matches. */
  private void resent(DeliveryRow row) {
    model.rows().put(List.of(row));
    show(row);
    table.choose(row.id());
  }

  @Override
  public void applyScopes() {
    deliveryView.applyScopes();
  }

  private void hide() {
    selection.clear();
    detailPane.hide();
    delivery.clear();
    table.choose("");
  }

  @Override
  public List<String> unsaved() {
    return bulk.unsaved();
  }

  @Override
  public void shown() {
    model.loadEndpoints();
    super.shown();
  }

  @Override
  public void refresh() {
    model.loadEndpoints();
    super.refresh();
  }

  @Override
  protected void reloadDetail() {
    delivery.load();
  }

  @Override
  protected String shownId() {
    return delivery.id();
  }

  @Override
  protected void showDetail(String identifier) {
    DeliveryRow row = model.rows().find(identifier);
    if (row != null) {
      show(row);
      table.choose(identifier);
    } else {
      hide();
    }
  }
}
