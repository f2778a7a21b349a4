package eu.callorders.console.admin;

import atlantafx.base.theme.Styles;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.Locale;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;

/** Starts and ends emergency halts. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class HaltView extends FxmlView implements Screen {
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
  private NeededScope role;

  HaltView(ScreenContext context, HaltViewModel model) {
    this.context = context;
    this.model = model;
    load();
  }

  @FXML
  void initialize() {
    table.show("halts", model.rows, columns(), () -> texts.get("halts.empty"), context);
    table.selected().addListener(ignored -> render());
    model.actions.failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    error.showOfWrite(model.actions.failure.get());
    model.actions.busy.addListener(ignored -> render());
    model.notice.addListener(ignored -> render());
    model.rows.state().addListener(ignored -> render());
    role = new NeededScope(texts, AdminRole.OPERATE, halt, resume, resumeAll);
    halt.setOnAction(ignored -> act(HaltViewModel.Action.HALT, enteredScope()));
    resume.setOnAction(
        ignored -> table.ifSelected(row -> act(HaltViewModel.Action.RESUME, row.scope())));
    resumeAll.setOnAction(ignored -> act(HaltViewModel.Action.RESUME, HaltScope.EVERYTHING));
    for (TextField field : List.of(tenantId, country, orderType)) {
      field.textProperty().addListener(ignored -> render());
    }
    render();
  }

  private List<Column<HaltRow>> columns() {
    Columns<HaltRow> columns = new Columns<>(texts);
    return List.of(
        columns.realTime("halted_at", HaltRow::haltedAt),
        columns.text("scope", 300, row -> row.scope().text(texts)),
        columns.text("reason", 350, HaltRow::reason),
        columns.text("halt", 290, HaltRow::id).hiddenByDefault());
  }

  private HaltScope enteredScope() {
    return HaltScope.parse(tenantId.getText(), country.getText(), orderType.getText());
  }

  private void render() {
    boolean valid = enteredScope().isValid();
    boolean permitted = context.session().may(AdminRole.OPERATE);
    boolean busy = model.actions.busy.get() || !permitted;
    HaltViewModel.Notice outcome = model.notice.get();
    notice.setText(outcome == null ? "" : text(outcome));
    Visibility.set(notice, outcome != null);
    notice.pseudoClassStateChanged(
        Styles.STATE_SUCCESS,
        outcome != null && outcome.outcome() == HaltViewModel.Outcome.DONE_ALL_THE_SAME);
    scopeText.setText(
        valid
            ? texts.get("halts.would", enteredScope().text(texts))
            : texts.get("halts.wrong_scope"));
    role.setGranted(permitted);
    halt.setDisable(busy || !valid);
    resume.setDisable(busy || table.selected().get() == null);
    resumeAll.setDisable(busy || model.rows.rows().isEmpty());
  }

  private String text(HaltViewModel.Notice outcome) {
    String key = "notice." + outcome.action() + "." + outcome.outcome();
    return texts.get(key.toLowerCase(Locale.ROOT), outcome.scope().text(texts));
  }

  private void act(HaltViewModel.Action action, HaltScope scope) {
    HaltDialog.ask(model, window(), action, scope, () -> {});
  }

  @Override
  public void applyScopes() {
    render();
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
