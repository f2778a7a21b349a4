package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The feed of events as it grows, and one of them beside it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EventsView implements Screen {
  private static final double DIVIDER = 0.6;

  @FXML private ComboBox<String> type;
  @FXML private TextField about;
  @FXML private ToggleButton pause;
  @FXML private Label held;
  @FXML private SplitPane split;
  @FXML private PagedTable<EventRow> table;
  @FXML private BorderPane detail;
  @FXML private StackPane detailType;
  @FXML private TextField detailId;
  @FXML private Button toOrder;
  @FXML private Button toEnrollment;
  @FXML private TroublePane trouble;
  @FXML private Facts facts;
  @FXML private JsonPane json;

  private final Desk desk;
  private final EventsViewModel model;
  private final Texts texts = Texts.beside(EventsView.class);
  private final Times times = new Times();
  private final Runnable unlisten;
  private final Parent root;

  EventsView(Desk desk) {
    this.desk = desk;
    this.model =
        new EventsViewModel(desk.background(), desk.session().api(), InstantSource.system());
    this.root = Fxml.load(this, texts);
    this.unlisten = desk.events().map(events -> events.listen(model::happened)).orElse(() -> {});
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    split.getItems().remove(detail);
    table.show("events", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(this::showDetail);
    table.onSelect(now -> showDetail(now));
    about.textProperty().bindBidirectional(model.about());
    type.getItems().setAll(Stream.concat(Stream.of(""), EventTypes.ALL.stream()).toList());
    type.setConverter(typeNames());
    type.valueProperty().bindBidirectional(model.type());
    type.valueProperty().addListener(ignored -> model.apply());
    pause.selectedProperty().bindBidirectional(model.paused());
    pause.selectedProperty().addListener(ignored -> drawPause());
    model.held().addListener(ignored -> drawPause());
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
    drawPause();
  }

  private StringConverter<String> typeNames() {
    return new StringConverter<>() {
      @Override
      public String toString(@Nullable String value) {
        return value == null || value.isEmpty() ? texts.get("type.any") : value;
      }

      @Override
      public String fromString(String text) {
        return text;
      }
    };
  }

  private void drawPause() {
    pause.setText(texts.get(pause.isSelected() ? "resume" : "pause"));
    held.setText(pause.isSelected() ? texts.get("held", model.held().get()) : texts.get("live"));
  }

  private List<Column<EventRow>> columns() {
    return List.of(
        Column.of(
            "occurred_at",
            texts.get("column.occurred_at"),
            185,
            row -> times.text(row.occurredAt())),
        Column.<EventRow>of("type", texts.get("column.type"), 210, EventRow::type)
            .drawn(row -> new Pill(row.type(), EventTypes.tone(row.type()))),
        Column.of("order_id", texts.get("column.order"), 290, EventRow::orderId),
        Column.of(
            "client_reference",
            texts.get("column.client_reference"),
            150,
            EventRow::clientReference),
        Column.of("enrollment_id", texts.get("column.enrollment"), 290, EventRow::enrollmentId),
        Column.<EventRow>of("call_id", texts.get("column.call"), 290, EventRow::callId).hidden(),
        Column.<EventRow>of("id", texts.get("column.id"), 290, EventRow::id).hidden());
  }

  private void showDetail(EventRow row) {
    model.show(row);
    if (!split.getItems().contains(detail)) {
      split.getItems().add(detail);
      split.setDividerPositions(desk.settings().number("events.divider", DIVIDER));
      split
          .getDividers()
          .getFirst()
          .positionProperty()
          .addListener((ignored, before, now) -> desk.settings().put("events.divider", now));
    }
  }

  private void show(@Nullable JsonNode event) {
    if (event == null) {
      return;
    }
    EventRow row = EventRow.of(event);
    detailId.setText(row.id());
    detailType.getChildren().setAll(new Pill(row.type(), EventTypes.tone(row.type())));
    leads(toOrder, "orders", row.orderId());
    leads(toEnrollment, "enrollments", row.enrollmentId());
    facts.clear();
    facts.add(texts.get("column.occurred_at"), times.text(row.occurredAt()));
    event
        .path("related")
        .properties()
        .forEach(one -> facts.add(texts.value("related", one.getKey()), one.getValue().asText()));
    event
        .path("metadata")
        .properties()
        .forEach(one -> facts.add(one.getKey(), one.getValue().asText()));
    json.show(event);
  }

  private void leads(Button button, String feature, String identifier) {
    button.setVisible(!identifier.isEmpty());
    button.setManaged(!identifier.isEmpty());
    button.setOnAction(ignored -> desk.navigation().go(feature, identifier));
  }

  @FXML
  void apply() {
    model.apply();
  }

  @FXML
  void clear() {
    model.clear();
  }

  @FXML
  void hideDetail() {
    split.getItems().remove(detail);
    table.view().requestFocus();
  }

  @Override
  public void shown() {
    model.rows().lookedAt(model::apply);
  }

  @Override
  public void refresh() {
    model.apply();
  }

  @Override
  public void search() {
    about.requestFocus();
    about.selectAll();
  }

  @Override
  public void open(String identifier) {
    model.about().set(identifier);
    model.apply();
  }

  @Override
  public void close() {
    unlisten.run();
  }
}
