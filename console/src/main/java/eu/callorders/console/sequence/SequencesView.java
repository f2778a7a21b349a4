package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Aside;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueChoice;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The table of sequences. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SequencesView implements Screen {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private SplitPane split;
  @FXML private PagedTable<SequenceRow> table;

  private final Desk desk;
  private final SequencesViewModel model;
  private final SequenceDetailViewModel detail;
  private final SequenceDetailView detailView;
  private final Texts texts = Texts.beside(SequencesView.class);
  private final Runnable unlisten;
  private final Parent root;
  private final Aside aside;

  SequencesView(Desk desk) {
    this.desk = desk;
    this.model = new SequencesViewModel(desk.background(), desk.session().api());
    this.detail = new SequenceDetailViewModel(desk.background(), desk.session());
    this.root = Fxml.load(this, texts);
    this.detailView = new SequenceDetailView(detail, desk.navigation(), this::hideDetail);
    this.aside = new Aside(split, detailView.root(), "sequences", desk.settings());
    this.unlisten = desk.events().listen(this::happened);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("sequences", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(row -> showDetail(row.id()));
    table.onSelect(now -> showDetail(now.id()));
    search.textProperty().bindBidirectional(model.search());
    ValueChoice.offer(status, texts, "status", SequenceStatus.ALL);
    status.valueProperty().bindBidirectional(model.status());
    status.valueProperty().addListener(ignored -> model.apply());
  }

  private List<Column<SequenceRow>> columns() {
    Columns<SequenceRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 100, "status", SequenceRow::status)
            .toned(row -> SequenceStatus.tone(row.status())),
        columns.text("key", 170, SequenceRow::key),
        columns.text("title", 240, SequenceRow::title),
        columns.text("signal_type", 200, SequenceRow::signalType),
        columns.text("active_version", 130, SequenceRow::activeVersion),
        columns.text("versions", 80, row -> Integer.toString(row.versions())),
        columns.time("updated_at", SequenceRow::updatedAt),
        columns.time("created_at", SequenceRow::createdAt).hidden(),
        columns.text("id", 255, SequenceRow::id));
  }

  private void happened(List<JsonNode> events) {
    model.happened(events);
    detail.happened(events);
  }

  private void showDetail(String id) {
    detail.show(id);
    aside.show();
    table.choose(id);
  }

  private void hideDetail() {
    aside.hide();
    detail.clear();
    table.choose("");
    table.view().requestFocus();
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
  public void allow() {
    detailView.allow();
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
    if (identifier.startsWith("seq_")) {
      showDetail(identifier);
    }
  }

  @Override
  public void close() {
    unlisten.run();
  }
}
