package eu.callorders.console.event;

import eu.callorders.console.api.KnownEventTypes;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import java.util.List;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;

/** The live event feed with its detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class EventsView extends ListScreen<EventRow, EventsViewModel> {
  @FXML private ComboBox<String> type;
  @FXML private TextField about;
  @FXML private ToggleButton pause;
  @FXML private Label held;
  @FXML private SplitPane split;

  private final EventDetailView detail;
  private final DetailPane detailPane;

  EventsView(ScreenContext context) {
    super(
        context,
        new EventsViewModel(
            context.background(), context.session().api(), context.session().clock()::now));
    this.detail = new EventDetailView(context, model, this::hideDetail);
    load();
    this.detailPane = new DetailPane(split, "events", context.settings());
    listen(model::handleEvents);
  }

  public static Feature feature() {
    Texts texts = Texts.of(EventsView.class);
    return Feature.of("events", texts, "fth-radio", Scope.EVENTS_READ, EventsView::new)
        .identifiedBy("evt");
  }

  @FXML
  void initialize() {
    showTable("events", columns());
    table.onOpen(row -> showDetail(row.id()));
    table.onSelect(row -> showDetail(row.id()));
    searchBy(about, model.resourceId);
    type.getItems().setAll(Stream.concat(Stream.of(""), KnownEventTypes.ALL.stream()).toList());
    type.setConverter(
        new ValueConverter<>(
            value -> value == null || value.isEmpty() ? texts.get("type.any") : value));
    TextWidth.fitChoices(type);
    filterBy(type, model.type);
    pause.selectedProperty().bindBidirectional(model.paused);
    pause.selectedProperty().addListener(ignored -> updatePause());
    model.heldCount.addListener(ignored -> updatePause());
    updatePause();
  }

  private void updatePause() {
    pause.setText(texts.get(pause.isSelected() ? "resume" : "pause"));
    int count = model.heldCount.get();
    String text =
        count > EventsViewModel.MAX_ROWS
            ? texts.get("held.many", count, EventsViewModel.MAX_ROWS)
            : texts.get("held", count);
    held.setText(pause.isSelected() ? text : texts.get("live"));
  }

  private List<Column<EventRow>> columns() {
    Columns<EventRow> columns = new Columns<>(texts);
    return List.of(
        columns.known("type", KnownEventTypes.ALL, EventRow::type).withBadge(EventRow::tone),
        columns.subject(row -> row.person(context.names()), EventRow::subject),
        columns.time("occurred_at", EventRow::occurredAt),
        columns.text("client_reference", 150, EventRow::clientReference),
        columns.text("order", 290, EventRow::orderId),
        columns.text("enrollment", 290, EventRow::enrollmentId).hiddenByDefault(),
        columns.text("call", 290, EventRow::callId).hiddenByDefault(),
        columns.text("id", 290, EventRow::id).hiddenByDefault());
  }

  @Override
  protected String shownId() {
    return model.detail.id();
  }

  @Override
  protected void showDetail(String identifier) {
    if (identifier.isEmpty()) {
      hideDetail();
      return;
    }
    detail.show(identifier);
    detailPane.show(detail.root());
    table.choose(identifier);
  }

  private void hideDetail() {
    detailPane.hide();
    model.detail.clear();
    table.choose("");
  }

  @Override
  public void applyScopes() {
    detail.scopesChanged();
  }
}
