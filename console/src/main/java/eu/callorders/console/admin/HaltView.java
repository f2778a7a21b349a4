package eu.callorders.console.admin;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;

/** Starts and ends emergency halts. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class HaltView implements Screen {
  @FXML private ErrorPane error;
  @FXML private Label notice;
  @FXML private TextField tenantId;
  @FXML private TextField country;
  @FXML private TextField orderType;
  @FXML private Label scopeText;
  @FXML private Button halt;
  @FXML private Button resume;
  @FXML private Button resumeAll;
  @FXML private PagedTable<HaltRow> table;

  private final ScreenContext context;
  private final HaltViewModel model;
  private final Texts texts = Texts.of(HaltView.class);
  private final HaltFormatter formatter = new HaltFormatter(texts);
  private final Parent root;

  HaltView(ScreenContext context, HaltViewModel model) {
    this.context = context;
    this.model = model;
    this.root = Fxml.load(this, texts);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("halts", model.rows, columns(), texts.get("halts.empty"), context);
    table.selected().addListener(ignored -> render());
    model.actions.failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    model.actions.busy.addListener(ignored -> render());
    model.notice.addListener(ignored -> render());
    model.rows.state().addListener(ignored -> render());
    for (TextField field : List.of(tenantId, country, orderType)) {
      field.textProperty().addListener(ignored -> render());
    }
    render();
  }

  private List<Column<HaltRow>> columns() {
    Columns<HaltRow> columns = new Columns<>(texts);
    return List.of(
        columns.time("halted_at", HaltRow::haltedAt),
        columns.text("scope", 440, row -> formatter.scope(row.scope())),
        columns.text("reason", 510, HaltRow::reason),
        columns.text("halt", 290, HaltRow::id).hiddenByDefault());
  }

  private HaltScope enteredScope() {
    return HaltScope.parse(tenantId.getText(), country.getText(), orderType.getText());
  }

  private void render() {
    boolean valid = enteredScope().isValid();
    boolean busy = model.actions.busy.get();
    HaltViewModel.Notice outcome = model.notice.get();
    notice.setText(outcome == null ? "" : formatter.notice(outcome));
    notice.setVisible(outcome != null);
    notice.setManaged(outcome != null);
    scopeText.setText(
        valid
            ? texts.get("halts.would", formatter.scope(enteredScope()))
            : texts.get("halts.wrong_scope"));
    halt.setDisable(busy || !valid);
    resume.setDisable(busy || table.selected().get() == null);
    resumeAll.setDisable(busy || model.rows.rows().isEmpty());
  }

  @FXML
  void halt() {
    HaltScope scope = enteredScope();
    askReason("halt.question", "halt.consequence", "halt", scope)
        .ifPresent(reason -> model.act(HaltViewModel.Action.HALT, scope, reason));
  }

  @FXML
  void resume() {
    HaltRow row = table.selected().get();
    if (row != null) {
      resumeScope(row.scope());
    }
  }

  @FXML
  void resumeAll() {
    resumeScope(HaltScope.EVERYTHING);
  }

  private void resumeScope(HaltScope scope) {
    askReason("resume.question", "resume.consequence", "resume", scope)
        .ifPresent(reason -> model.act(HaltViewModel.Action.RESUME, scope, reason));
  }

  private Optional<String> askReason(
      String question, String consequence, String action, HaltScope scope) {
    return ReasonDialog.ask(
        root.getScene().getWindow(),
        texts,
        texts.get(question, formatter.scope(scope)),
        texts.get(consequence),
        texts.get("reason.prompt"),
        texts.get(action),
        HaltViewModel::isReason);
  }

  @Override
  public void refresh() {
    model.load();
  }

  @Override
  public void search() {
    tenantId.requestFocus();
  }
}
