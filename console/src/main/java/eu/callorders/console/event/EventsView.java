package eu.callorders.console.event;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The feed of events as it grows, and one of them beside it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EventsView extends ListScreen<EventRow, EventsViewModel> {
  @FXML private ComboBox<String> type;
  @FXML private TextField about;
  @FXML private ToggleButton pause;
  @FXML private Label held;
  @FXML private SplitPane split;

  private final EventDetailView detail;
  private final DetailPane aside;
  private String lastSelected = "";

  EventsView(ScreenContext desk) {
    super(
        desk,
        new EventsViewModel(desk.background(), desk.session().api(), desk.session().api().clock()));
    this.detail = new EventDetailView(desk, model, this::hideDetail);
    load();
    this.aside = new DetailPane(split, detail.root(), "events", desk.settings());
    listen(model::happened);
  }

  @FXML
  void initialize() {
    table.show("events", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(this::showDetail);
    table.onSelect(this::showDetail);
    model.rows().state().addListener((ignored, before, now) -> keepPlace(now));
    searchBy(about, model.about());
    type.getItems().setAll(Stream.concat(Stream.of(""), KnownEventTypes.ALL.stream()).toList());
    type.setConverter(typeNames());
    narrowBy(type.valueProperty(), model.type());
    pause.selectedProperty().bindBidirectional(model.paused());
    pause.selectedProperty().addListener(ignored -> drawPause());
    model.held().addListener(ignored -> drawPause());
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
    int came = model.held().get();
    String kept =
        came > EventsViewModel.SHOWN_AT_MOST
            ? texts.get("held.many", came, EventsViewModel.SHOWN_AT_MOST)
            : texts.get("held", came);
    held.setText(pause.isSelected() ? kept : texts.get("live"));
  }

  private List<Column<EventRow>> columns() {
    Columns<EventRow> columns = new Columns<>(texts);
    return List.of(
        columns.time("occurred_at", EventRow::occurredAt),
        columns.text("type", 210, EventRow::type).toned(row -> KnownEventTypes.tone(row.type())),
        columns.text("order", 290, EventRow::orderId),
        columns.text("client_reference", 150, EventRow::clientReference),
        columns.text("enrollment", 290, EventRow::enrollmentId),
        columns.text("call", 290, EventRow::callId).hidden(),
        columns.text("id", 290, EventRow::id).hidden());
  }

  private void showDetail(EventRow row) {
    lastSelected = row.id();
    detail.show(row);
    aside.show();
  }

  private void hideDetail() {
    lastSelected = "";
    aside.hide();
    table.view().getSelectionModel().clearSelection();
    table.view().requestFocus();
  }

  /** Whoever narrows or widens the list goes on at the event that was chosen. */
  private void keepPlace(PagedRows.State state) {
    EventRow chosen = state == PagedRows.State.COMPLETE ? model.rows().find(lastSelected) : null;
    if (chosen != null && !chosen.equals(table.selected().get())) {
      table.view().getSelectionModel().select(chosen);
      table.view().scrollTo(chosen);
    }
  }

  @Override
  public void allow() {
    detail.allow();
  }
}
