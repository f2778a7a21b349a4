package eu.callorders.console.sequence;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.ValueChoice;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The sequence table with its detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SequencesView extends ListScreen<SequenceRow, SequencesViewModel> {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private SplitPane split;

  private final SequenceDetailViewModel detail;
  private final SequenceDetailView detailView;
  private final DetailPane detailPane;

  SequencesView(ScreenContext context) {
    super(context, new SequencesViewModel(context.background(), context.session().api()));
    this.detail = new SequenceDetailViewModel(context.background(), context.session());
    load();
    this.detailView = new SequenceDetailView(detail, context.navigation(), this::hideDetail);
    this.detailPane = new DetailPane(split, detailView.root(), "sequences", context.settings());
    listen(model::handleEvents);
    listen(detail::handleEvents);
  }

  @FXML
  void initialize() {
    table.show("sequences", model.rows(), columns(), texts.get("empty"), context);
    table.onOpen(row -> showDetail(row.id()));
    table.onSelect(now -> showDetail(now.id()));
    searchBy(search, model.search());
    ValueChoice.offer(status, texts, "status", SequenceStatusStyle.ALL);
    filterBy(status.valueProperty(), model.status());
  }

  private List<Column<SequenceRow>> columns() {
    Columns<SequenceRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 100, "status", SequenceRow::status)
            .withBadge(row -> SequenceStatusStyle.tone(row.status())),
        columns.text("key", 170, SequenceRow::key),
        columns.text("title", 240, SequenceRow::title),
        columns.text("signal_type", 200, SequenceRow::signalType),
        columns.text("active_version", 130, SequenceRow::activeVersion),
        columns.text("versions", 80, row -> Integer.toString(row.versions())),
        columns.time("updated_at", SequenceRow::updatedAt),
        columns.time("created_at", SequenceRow::createdAt).hiddenByDefault(),
        columns.text("id", 255, SequenceRow::id));
  }

  private void showDetail(String id) {
    detail.show(id);
    detailPane.show();
    table.choose(id);
  }

  private void hideDetail() {
    detailPane.hide();
    detail.clear();
    table.choose("");
    table.view().requestFocus();
  }

  @Override
  public void applyScopes() {
    detailView.updateActions();
  }

  @Override
  public void refresh() {
    super.refresh();
    detail.load();
  }

  @Override
  public void open(String identifier) {
    super.open(identifier);
    if (identifier.startsWith("seq_")) {
      showDetail(identifier);
    }
  }
}
