package eu.callorders.console.sequence;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailScreen;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;

/** The sequence table with its detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class SequencesView extends DetailScreen<SequenceRow, SequencesViewModel> {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;

  private final SequenceDetailView detailView;

  private SequencesView(ScreenContext context, SequenceDetailViewModel detail) {
    super(context, new SequencesViewModel(context.background(), context.session().api()), detail);
    load();
    this.detailView = new SequenceDetailView(detail, context.navigation(), this::hideDetail);
    setDetailView(detailView.root());
    listen(model::handleEvents);
    listen(detail::handleEvents);
  }

  public static Feature feature() {
    return Feature.of(
            "sequences",
            Texts.of(SequencesView.class),
            "fth-list",
            Scope.CONFIG_READ,
            context ->
                new SequencesView(
                    context, new SequenceDetailViewModel(context.background(), context.session())))
        .identifiedBy("seq");
  }

  @FXML
  void initialize() {
    showTable("sequences", columns(), SequenceRow::id);
    searchBy(search, model.search());
    filterBy(status, "status", SequenceRow.STATUSES, model.filter().text("status"));
  }

  private List<Column<SequenceRow>> columns() {
    Columns<SequenceRow> columns = new Columns<>(texts);
    return List.of(
        columns.status("status", "status", SequenceRow::status),
        columns.text("key", 170, SequenceRow::key),
        columns.text("title", 240, SequenceRow::title),
        columns.text("signal_type", 200, SequenceRow::signalType),
        columns.text("active_version", 130, SequenceRow::activeVersion),
        columns.number("versions", SequenceRow::versions),
        columns.time("updated_at", SequenceRow::updatedAt),
        columns.time("created_at", SequenceRow::createdAt).hiddenByDefault(),
        columns.text("id", 255, SequenceRow::id));
  }

  @Override
  public void applyScopes() {
    detailView.updateActions();
  }
}
