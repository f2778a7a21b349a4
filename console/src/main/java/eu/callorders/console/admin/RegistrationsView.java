package eu.callorders.console.admin;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.application.Platform;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;

/** The registrations of the selected tenant. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class RegistrationsView {
  /** Opens the settings next to the lists. */
  interface Callbacks {
    void edit(RegistrationRow registration);

    void create();
  }

  @FXML private ErrorPane error;
  @FXML private PagedTable<RegistrationRow> table;
  @FXML private Label title;
  @FXML private Button create;
  @FXML private Button edit;
  @FXML private Button disable;
  @FXML private Button unlock;

  private final ScreenContext context;
  private final RegistrationsViewModel model;
  private final Callbacks callbacks;
  private final Texts texts = Texts.of(RegistrationsView.class);
  final Parent root;
  private @Nullable TenantRow tenant;

  RegistrationsView(ScreenContext context, RegistrationsViewModel model, Callbacks callbacks) {
    this.context = context;
    this.model = model;
    this.callbacks = callbacks;
    this.root = Fxml.load(this, texts);
  }

  @FXML
  void initialize() {
    table.show(
        "registrations", model.registrations, columns(), texts.get("registrations.empty"), context);
    table.selected().addListener(ignored -> render());
    table.onOpen(callbacks::edit);
    model.actions.busy.addListener(ignored -> render());
    model.actions.failure.addListener((ignored, before, now) -> error.showOfWrite(now));
    model.issued.addListener((ignored, before, now) -> showSecret(now));
    render();
  }

  void showTenant(@Nullable TenantRow chosen) {
    tenant = chosen;
    if (chosen != null) {
      model.showTenant(chosen.id());
    }
    render();
  }

  private List<Column<RegistrationRow>> columns() {
    Columns<RegistrationRow> columns = new Columns<>(texts);
    return List.of(
        columns.text("name", 180, RegistrationRow::name),
        columns.text("client_id", 290, RegistrationRow::clientId),
        columns.text("state", 120, row -> state(row).text()).renderedBy(row -> state(row).badge()),
        columns.text("secrets", 135, row -> Long.toString(row.activeSecrets())),
        columns.text("scopes", 420, RegistrationRow::scopes),
        columns.text("rate_limit", 100, RegistrationRow::rateLimit),
        columns.time("created_at", RegistrationRow::createdAt));
  }

  private AccessStatus state(RegistrationRow row) {
    return AccessStatus.of(texts, row.isDisabled(), row.isLocked());
  }

  private void render() {
    RegistrationRow chosen = table.selected().get();
    TenantRow selectedTenant = tenant;
    boolean busy = model.actions.busy.get();
    title.setText(
        selectedTenant == null
            ? texts.get("registrations.choose")
            : texts.get("registrations.of", selectedTenant.name()));
    create.setDisable(busy || selectedTenant == null);
    edit.setDisable(busy || chosen == null);
    disable.setDisable(busy || chosen == null);
    disable.setText(texts.get(chosen != null && chosen.isDisabled() ? "enable" : "disable.open"));
    unlock.setDisable(busy || chosen == null || !chosen.isLocked());
  }

  /** Deferred, since the listener must not block in a dialog. */
  private void showSecret(@Nullable IssuedSecret issued) {
    if (issued != null) {
      Platform.runLater(
          () -> {
            ClientSecretDialog.show(root.getScene().getWindow(), texts, issued);
            model.clearSecret();
          });
    }
  }

  @FXML
  void create() {
    callbacks.create();
  }

  @FXML
  void edit() {
    RegistrationRow row = table.selected().get();
    if (row != null) {
      callbacks.edit(row);
    }
  }

  @FXML
  void disable() {
    RegistrationRow row = table.selected().get();
    if (row == null) {
      return;
    }
    if (row.isDisabled() || confirmDisable(row)) {
      model.setDisabled(row, !row.isDisabled());
    }
  }

  private boolean confirmDisable(RegistrationRow row) {
    String consequence = texts.get("registration.disable.consequence");
    return ReasonDialog.confirmName(
        root.getScene().getWindow(), texts, row.name(), consequence, texts.get("disable"));
  }

  @FXML
  void unlock() {
    RegistrationRow row = table.selected().get();
    if (row != null) {
      model.unlock(row);
    }
  }
}
