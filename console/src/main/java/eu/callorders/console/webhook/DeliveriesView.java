package eu.callorders.console.webhook;

import eu.callorders.console.event.KnownEventTypes;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.ValueChoice;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.layout.HBox;
import javafx.util.StringConverter;

/** The delivery log, including dead letters, with its filters and a detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class DeliveriesView implements Screen {
  private static final double TRACK_WIDTH = 70;
  private static final double SCALE_MILLIS = 2_000;

  @FXML private TextField event;
  @FXML private ComboBox<String> endpoint;
  @FXML private ComboBox<String> status;
  @FXML private ComboBox<String> eventType;
  @FXML private ToggleButton deadLetters;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private SplitPane split;
  @FXML private PagedTable<DeliveryRow> table;

  private final ScreenContext context;
  private final DeliveriesViewModel model;
  private final DeliveryViewModel delivery;
  private final DeliveryView deliveryView;
  private final DetailPane detailPane;
  private final Texts texts = Texts.of(DeliveriesView.class);
  private final AttemptBars bars = new AttemptBars(texts, new TimestampFormatter());
  private final Parent root;
  private boolean updatingFilters;

  DeliveriesView(ScreenContext context) {
    this.context = context;
    this.delivery = new DeliveryViewModel(context.background(), context.session().api());
    this.model =
        new DeliveriesViewModel(
            context.background(),
            context.session().api(),
            ZoneId.systemDefault(),
            DeliveriesViewModel.POLL_INTERVAL,
            this::visibleRange,
            delivery::refreshIfOpen);
    this.deliveryView = new DeliveryView(delivery, context.navigation(), model::url, this::hide);
    this.root = Fxml.load(this, texts);
    this.detailPane = new DetailPane(split, deliveryView.root, "deliveries", context.settings());
    root.sceneProperty().addListener((ignored, before, now) -> model.setVisible(now != null));
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    bindFilters();
    table.show("deliveries", model.rows, columns(), texts.get("deliveries.empty"), context);
    table.onOpen(this::show);
    table.onSelect(this::show);
    model.endpoints.addListener((ListChangeListener<EndpointRow>) ignored -> endpointsChanged());
    offerEndpoints();
  }

  private void bindFilters() {
    event.textProperty().bindBidirectional(model.event);
    ValueChoice.offer(status, texts, "delivery_status", DeliveryRow.STATUSES);
    status.valueProperty().bindBidirectional(model.status);
    endpoint.setConverter(new EndpointConverter());
    endpoint.valueProperty().bindBidirectional(model.endpoint);
    eventType.getItems().setAll(KnownEventTypes.DELIVERED);
    eventType.valueProperty().bindBidirectional(model.eventType);
    from.valueProperty().bindBidirectional(model.from);
    to.valueProperty().bindBidirectional(model.to);
    Stream.<ObservableValue<?>>of(
            model.status, model.endpoint, model.eventType, model.from, model.to)
        .forEach(filter -> filter.addListener(ignored -> filterChanged()));
    deadLetters.setOnAction(
        ignored -> status.setValue(deadLetters.isSelected() ? DeliveryRow.DEAD_LETTER : ""));
    model.status.addListener(
        (ignored, before, now) -> deadLetters.setSelected(DeliveryRow.DEAD_LETTER.equals(now)));
  }

  /** Shows endpoints by their URL; the empty value means any. */
  private final class EndpointConverter extends StringConverter<String> {
    @Override
    public String toString(String id) {
      return id == null || id.isEmpty() ? texts.get("endpoint.any") : model.url(id);
    }

    @Override
    public String fromString(String text) {
      return text;
    }
  }

  private List<Column<DeliveryRow>> columns() {
    Columns<DeliveryRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 115, "delivery_status", DeliveryRow::status)
            .withBadge(DeliveryRow::tone),
        columns.text("event_type", 185, DeliveryRow::eventType),
        columns.text("endpoint", 235, row -> model.url(row.endpointId())),
        columns.text("attempts", 90, row -> Integer.toString(row.attempts().size())),
        columns.text(
            "answer", 150, row -> row.lastAttempt().map(bars::describeResponse).orElse("")),
        columns.text("duration", 150, this::duration).renderedBy(this::bar),
        columns.time("created_at", DeliveryRow::createdAt),
        columns.time("next_attempt_at", DeliveryRow::nextAttemptAt),
        columns.text("event_id", 290, DeliveryRow::eventId).hiddenByDefault(),
        columns.text("delivery_id", 290, DeliveryRow::id).hiddenByDefault());
  }

  private String duration(DeliveryRow row) {
    return row.attempts().isEmpty() ? "" : texts.get("millis", row.lastMillis());
  }

  private Node bar(DeliveryRow row) {
    HBox cell = new HBox(8);
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
    updateFilters(
        () -> {
          String chosen = model.endpoint.get();
          Stream<String> ids = model.endpoints.stream().map(EndpointRow::id);
          endpoint.getItems().setAll(Stream.concat(Stream.of(""), ids).toList());
          endpoint.setValue(chosen);
        });
  }

  private void filterChanged() {
    if (!updatingFilters) {
      model.apply();
    }
  }

  /** Several filter changes cause one reload. */
  private void updateFilters(Runnable change) {
    updatingFilters = true;
    change.run();
    updatingFilters = false;
  }

  private DeliveriesViewModel.VisibleRange visibleRange() {
    return table.view().lookup(".virtual-flow") instanceof VirtualFlow<?> flow
            && flow.getFirstVisibleCell() instanceof IndexedCell<?> first
            && flow.getLastVisibleCell() instanceof IndexedCell<?> last
        ? new DeliveriesViewModel.VisibleRange(first.getIndex(), last.getIndex())
        : DeliveriesViewModel.VisibleRange.NOTHING;
  }

  private void show(DeliveryRow row) {
    delivery.show(row);
    detailPane.show();
  }

  private void hide() {
    detailPane.hide();
    delivery.clear();
    table.view().getSelectionModel().clearSelection();
    table.view().requestFocus();
  }

  @FXML
  void apply() {
    model.apply();
  }

  @FXML
  void clear() {
    updateFilters(model::clear);
  }

  @Override
  public void shown() {
    model.loadEndpoints();
    model.rows.ensureLoaded(model::apply);
  }

  @Override
  public void refresh() {
    model.loadEndpoints();
    model.apply();
    delivery.load();
  }

  @Override
  public void search() {
    event.requestFocus();
    event.selectAll();
  }

  @Override
  public void open(String identifier) {
    updateFilters(() -> model.open(identifier));
  }

  @Override
  public void close() {
    model.setVisible(false);
  }
}
