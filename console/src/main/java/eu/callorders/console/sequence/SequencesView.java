package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailScreen;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;

/** The sequence table with its detail pane, or the form of a sequence in place of both. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class SequencesView extends DetailScreen<SequenceRow, SequencesViewModel> {
  @FXML private BorderPane page;
  @FXML private Button newSequence;
  @FXML private Button resume;
  @FXML private TextField search;
  @FXML private ComboBox<String> status;

  private final SequenceDetailViewModel detail;
  private final SequenceDetailView detailView;
  private SequenceEditorPane editor;
  private NeededScope writeScope;

  private SequencesView(ScreenContext context, SequenceDetailViewModel detail) {
    super(context, new SequencesViewModel(context.background(), context.session().api()), detail);
    this.detail = detail;
    load();
    this.detailView =
        new SequenceDetailView(
            detail, context.navigation(), this::edit, this::hideDetail, this::reveal);
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
    editor = new SequenceEditorPane(page, context, texts, this::saved, table.view()::requestFocus);
    resume.visibleProperty().bind(editor.hasHiddenInput());
    resume.managedProperty().bind(resume.visibleProperty());
    writeScope = new NeededScope(texts, Scope.CONFIG_WRITE, newSequence);
    newSequence.setDisable(!canCreate());
    writeScope.setGranted(canCreate());
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

  @FXML
  void newSequence() {
    editor.create();
  }

  @FXML
  void resume() {
    editor.show();
  }

  private void edit() {
    JsonNode sequence = detail.detail().get();
    if (sequence != null) {
      editor.edit(sequence, detail.version());
    }
  }

  /** Shows the new version in place of the form, if it is still visible. */
  private void saved(JsonNode sequence) {
    if (!editor.isShown()) {
      return;
    }
    String id = sequence.path("id").asText();
    boolean isShown = id.equals(shownId());
    showDetail(id);
    detail.selectedNumber.set(Versions.number(Versions.newest(sequence)));
    if (isShown) {
      detail.load();
    }
  }

  @Override
  protected void showDetail(String identifier) {
    editor.hide();
    super.showDetail(identifier);
  }

  @Override
  public boolean canCreate() {
    return context.session().may(Scope.CONFIG_WRITE);
  }

  @Override
  public void makeNew() {
    newSequence();
  }

  @Override
  public void applyScopes() {
    newSequence.setDisable(!canCreate());
    writeScope.setGranted(canCreate());
    detailView.updateActions();
  }

  @Override
  public List<String> unsaved() {
    return editor.unsaved();
  }
}
