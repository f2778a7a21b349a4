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

  private final ScreenContext desk;
  private final HaltViewModel model;
  private final Texts texts = Texts.beside(HaltView.class);
  private final HaltFormatter words = new HaltFormatter(texts);
  private final Parent root;

  HaltView(ScreenContext context, HaltViewModel model) {
    this.desk = context;
    this.model = model;
    this.root = Fxml.load(this, texts);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("halts", model.rows(), columns(), texts.get("halts.empty"), desk);
    table.selected().addListener(ignored -> draw());
    model.changing().failure().addListener((ignored, before, now) -> error.showOfWrite(now));
    model.changing().busy().addListener(ignored -> draw());
    model.notice().addListener(ignored -> draw());
    model.rows().state().addListener(ignored -> draw());
    for (TextField field : List.of(tenantId, country, orderType)) {
      field.textProperty().addListener(ignored -> draw());
    }
    draw();
  }

  private List<Column<HaltRow>> columns() {
    Columns<HaltRow> columns = new Columns<>(texts);
    return List.of(
        columns.time("halted_at", HaltRow::haltedAt),
        columns.text("scope", 440, row -> words.scope(row.scope())),
        columns.text("reason", 510, HaltRow::reason),
        columns.text("halt", 290, HaltRow::id).hidden());
  }

  private HaltScope typed() {
    return HaltScope.typed(tenantId.getText(), country.getText(), orderType.getText());
  }

  private void draw() {
    boolean valid = typed().isValid();
    boolean busy = model.changing().busy().get();
    HaltViewModel.Notice outcome = model.notice().get();
    notice.setText(outcome == null ? "" : words.notice(outcome));
    notice.setVisible(outcome != null);
    notice.setManaged(outcome != null);
    scopeText.setText(
        valid ? texts.get("halts.would", words.scope(typed())) : texts.get("halts.wrong_scope"));
    halt.setDisable(busy || !valid);
    resume.setDisable(busy || table.selected().get() == null);
    resumeAll.setDisable(busy || model.rows().rows().isEmpty());
  }

  @FXML
  void halt() {
    HaltScope scope = typed();
    ask("halt.question", "halt.consequence", "halt", scope)
        .ifPresent(reason -> model.act(HaltViewModel.Action.HALT, scope, reason));
  }

  @FXML
  void resume() {
    HaltRow row = table.selected().get();
    if (row != null) {
      lift(row.scope());
    }
  }

  @FXML
  void resumeAll() {
    lift(HaltScope.EVERYTHING);
  }

  private void lift(HaltScope scope) {
    ask("resume.question", "resume.consequence", "resume", scope)
        .ifPresent(reason -> model.act(HaltViewModel.Action.RESUME, scope, reason));
  }

  private Optional<String> ask(
      String question, String consequence, String action, HaltScope scope) {
    return ReasonDialog.ask(
        root.getScene().getWindow(),
        texts,
        texts.get(question, words.scope(scope)),
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
