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
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;

/** Starts and ends emergency halts. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class HaltView extends FxmlView implements Screen {
  @FXML private ErrorPane error;
  @FXML private Label notice;
  @FXML private RadioButton all;
  @FXML private ComboBox<String> tenant;
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
    halt.setOnAction(
        ignored -> enteredScope().ifPresent(scope -> act(HaltViewModel.Action.HALT, scope)));
    resume.setOnAction(
        ignored -> table.ifSelected(row -> act(HaltViewModel.Action.RESUME, row.scope())));
    resumeAll.setOnAction(ignored -> act(HaltViewModel.Action.RESUME, HaltScope.EVERYTHING));
    for (TextField field : List.of(tenant.getEditor(), country, orderType)) {
      field.textProperty().addListener(ignored -> render());
    }
    all.selectedProperty().addListener(ignored -> render());
    for (Control field : List.of(tenant, country, orderType)) {
      field.disableProperty().bind(all.selectedProperty());
    }
    model.tenants.names().subscribe(ignored -> tenant.getItems().setAll(model.tenants.choices()));
    render();
  }

  private List<Column<HaltRow>> columns() {
    Columns<HaltRow> columns = new Columns<>(texts);
    return List.of(
        columns.realTime("halted_at", HaltRow::haltedAt),
        columns.observed("scope", 300, this::scope, row -> scope(row).getValue()),
        columns.text("reason", 350, HaltRow::reason),
        columns.text("halt", 290, HaltRow::id).hiddenByDefault());
  }

  private ObservableValue<String> scope(HaltRow row) {
    return model.tenants.names().map(ignored -> row.scope().text(texts, model.tenants));
  }

  /** Empty until the input names what to halt: empty fields are not everything. */
  private Optional<HaltScope> enteredScope() {
    if (all.isSelected()) {
      return Optional.of(HaltScope.EVERYTHING);
    }
    return enteredTenant()
        .map(id -> HaltScope.parse(id, country.getText(), orderType.getText()))
        .filter(scope -> scope.isValid() && !scope.isEverything());
  }

  /** An identifier, empty for all tenants; absent when the input names none of them. */
  private Optional<String> enteredTenant() {
    String entered = tenant.getEditor().getText().strip();
    return entered.isEmpty() ? Optional.of("") : model.tenants.find(entered);
  }

  /** What the halt covers, or why it cannot be started. */
  private String scopeText(Optional<HaltScope> entered) {
    boolean isEmpty =
        Stream.of(tenant.getEditor(), country, orderType).allMatch(it -> it.getText().isBlank());
    String missing =
        isEmpty
            ? "halts.no_scope"
            : enteredTenant().isEmpty() ? "halts.unknown_tenant" : "halts.wrong_scope";
    return entered
        .map(scope -> texts.get("halts.would", scope.text(texts, model.tenants)))
        .orElseGet(() -> texts.get(missing));
  }

  private void render() {
    Optional<HaltScope> entered = enteredScope();
    boolean permitted = context.session().may(AdminRole.OPERATE);
    boolean busy = model.actions.busy.get() || !permitted;
    HaltViewModel.Notice outcome = model.notice.get();
    notice.setText(outcome == null ? "" : text(outcome));
    Visibility.set(notice, outcome != null);
    notice.pseudoClassStateChanged(
        Styles.STATE_SUCCESS,
        outcome != null && outcome.outcome() == HaltViewModel.Outcome.DONE_ALL_THE_SAME);
    scopeText.setText(scopeText(entered));
    role.setGranted(permitted);
    halt.setDisable(busy || entered.isEmpty());
    resume.setDisable(busy || table.selected().get() == null);
    resumeAll.setDisable(busy || model.rows.rows().isEmpty());
  }

  private String text(HaltViewModel.Notice outcome) {
    String key = "notice." + outcome.action() + "." + outcome.outcome();
    return texts.get(key.toLowerCase(Locale.ROOT), outcome.scope().text(texts, model.tenants));
  }

  private void act(HaltViewModel.Action action, HaltScope scope) {
    HaltDialog.ask(model, window(), action, scope, () -> {});
  }

  @Override
  public void applyScopes() {
    render();
  }

  @Override
  public void shown() {
    model.tenants.load();
  }

  @Override
  public void refresh() {
    model.load();
    model.tenants.load();
  }

  @Override
  public void search() {
    tenant.requestFocus();
  }
}
