package eu.callorders.console.webhook;

import eu.callorders.console.ui.Aside;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.util.StringConverter;

/** The delivery log with its filters, dead letters among them. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class DeliveriesView implements Screen {
  private static final double TIMES = 190;
  private static final double TRACK = 70;
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

  private final Desk desk;
  private final DeliveriesViewModel model;
  private final DeliveryViewModel delivery;
  private final DeliveryView deliveryView;
  private final Aside aside;
  private final Texts texts = Texts.beside(DeliveriesView.class);
  private final Times times = new Times();
  private final AttemptBars bars = new AttemptBars(texts, times);
  private final Parent root;
  private boolean filling;

  DeliveriesView(Desk desk) {
    this.desk = desk;
    this.delivery = new DeliveryViewModel(desk.background(), desk.session().api());
    this.model =
        new DeliveriesViewModel(
            desk.background(),
            desk.session().api(),
            ZoneId.systemDefault(),
            DeliveriesViewModel.PACE,
            delivery::tick);
    this.deliveryView = new DeliveryView(delivery, desk.navigation(), model::url, this::hide);
    this.root = Fxml.load(this, texts);
    this.aside = new Aside(split, deliveryView.root(), "deliveries", desk.settings());
    root.sceneProperty().addListener((ignored, before, now) -> model.look(now != null));
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("deliveries", model.rows(), columns(), texts.get("deliveries.empty"), desk);
    table.onOpen(this::show);
    table.onSelect(now -> show(now));
    event.textProperty().bindBidirectional(model.event());
    from.valueProperty().bindBidirectional(model.from());
    to.valueProperty().bindBidirectional(model.to());
    status.getItems().setAll(withAny(DeliveryStatus.ALL.stream()));
    status.setConverter(named("status.any", value -> texts.value("delivery_status", value)));
    status.valueProperty().bindBidirectional(model.status());
    endpoint.setConverter(named("endpoint.any", model::url));
    endpoint.valueProperty().bindBidirectional(model.endpoint());
    eventType.getItems().setAll(EventTypes.ALL);
    eventType.valueProperty().bindBidirectional(model.eventType());
    model.endpoints().addListener((ListChangeListener<EndpointRow>) ignored -> drawEndpoints());
    drawEndpoints();
    Stream.of(status, endpoint, eventType)
        .forEach(choice -> choice.valueProperty().addListener(ignored -> chosen()));
    from.valueProperty().addListener(ignored -> chosen());
    to.valueProperty().addListener(ignored -> chosen());
    deadLetters.setOnAction(
        ignored -> status.setValue(deadLetters.isSelected() ? DeliveryStatus.DEAD_LETTER : ""));
    status
        .valueProperty()
        .addListener(
            (ignored, before, now) ->
                deadLetters.setSelected(DeliveryStatus.DEAD_LETTER.equals(now)));
  }

  private static List<String> withAny(Stream<String> values) {
    return Stream.concat(Stream.of(""), values).toList();
  }

  private void drawEndpoints() {
    filling = true;
    String chosen = model.endpoint().get();
    endpoint.getItems().setAll(withAny(model.endpoints().stream().map(EndpointRow::id)));
    endpoint.setValue(chosen);
    filling = false;
    table.view().refresh();
    deliveryView.redraw();
  }

  private StringConverter<String> named(String any, Function<String, String> name) {
    return new StringConverter<>() {
      @Override
      public String toString(String value) {
        return value == null || value.isEmpty() ? texts.get(any) : name.apply(value);
      }

      @Override
      public String fromString(String text) {
        return text;
      }
    };
  }

  /** One question for a change of several filters at once. */
  private void chosen() {
    if (!filling) {
      model.apply();
    }
  }

  private List<Column<DeliveryRow>> columns() {
    return List.of(
        plain("status", 115, row -> texts.value("delivery_status", row.status()))
            .drawn(row -> DeliveryStatus.pill(texts, row.status())),
        plain("event_type", 185, DeliveryRow::eventType),
        plain("endpoint", 235, row -> model.url(row.endpointId())),
        plain("attempts", 90, row -> Integer.toString(row.attempts().size())),
        plain("answer", 150, this::answer),
        plain("duration", 150, this::duration).drawn(this::bar),
        time("created_at", DeliveryRow::createdAt),
        time("next_attempt_at", DeliveryRow::nextAttemptAt),
        plain("event_id", 290, DeliveryRow::eventId).hidden(),
        plain("delivery_id", 290, DeliveryRow::id).hidden());
  }

  private Column<DeliveryRow> plain(String id, double width, Function<DeliveryRow, String> text) {
    return Column.of(id, texts.get("column." + id), width, text);
  }

  private Column<DeliveryRow> time(String id, Function<DeliveryRow, String> at) {
    return plain(id, TIMES, row -> times.text(at.apply(row)));
  }

  private String answer(DeliveryRow row) {
    Attempt last = row.last();
    return last == null ? "" : bars.answer(last);
  }

  private String duration(DeliveryRow row) {
    Attempt last = row.last();
    return last == null ? "" : texts.get("millis", last.millis());
  }

  private Node bar(DeliveryRow row) {
    Attempt last = row.last();
    if (last == null) {
      return new Region();
    }
    HBox both = new HBox(8, AttemptBars.bar(last, TRACK, SCALE_MILLIS), new Label(duration(row)));
    both.setAlignment(Pos.CENTER_LEFT);
    return both;
  }

  private void show(DeliveryRow row) {
    delivery.show(row);
    aside.show();
  }

  private void hide() {
    aside.hide();
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
    filling = true;
    model.clear();
    filling = false;
  }

  @Override
  public void shown() {
    model.loadEndpoints();
    model.rows().lookedAt(model::apply);
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
    filling = true;
    model.open(identifier);
    filling = false;
  }

  @Override
  public void close() {
    model.look(false);
  }
}
