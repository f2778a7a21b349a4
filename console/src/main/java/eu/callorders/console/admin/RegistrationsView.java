package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SecretField;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;

/** The registrations of the selected tenant. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class RegistrationsView extends FxmlView {
  @FXML private ErrorPane error;
  @FXML private PagedTable<RegistrationRow> table;
  @FXML private Label title;
  @FXML private Button create;
  @FXML private Button edit;
  @FXML private Button disable;
  @FXML private Button unlock;

  private final ScreenContext context;
  private final RegistrationsViewModel model;
  private final SettingsDetailPane settings;
  private NeededScope changeRole;
  private NeededScope unlockRole;
  private @Nullable TenantRow tenant;

  RegistrationsView(
      ScreenContext context, RegistrationsViewModel model, SettingsDetailPane settings) {
    this.context = context;
    this.model = model;
    this.settings = settings;
    load();
  }

  @FXML
  void initialize() {
    String empty = texts.get("registrations.empty");
    table.show("registrations", model.registrations, columns(), () -> empty, context);
    table.selected().addListener(ignored -> render());
    table.onOpen(settings::edit);
    create.setOnAction(ignored -> settings.createRegistration());
    edit.setOnAction(ignored -> table.ifSelected(settings::edit));
    disable.setOnAction(ignored -> table.ifSelected(this::toggleDisabled));
    unlock.setOnAction(ignored -> table.ifSelected(model::unlock));
    changeRole = new NeededScope(texts, AdminRole.ADMINISTER, create, disable);
    unlockRole = new NeededScope(texts, AdminRole.OPERATE, unlock);
    model.actions.busy.addListener(ignored -> render());
    error.showFailuresOf(model.actions);
    model.issued.addListener((ignored, before, now) -> showSecret(now));
    render();
  }

  void showTenant(TenantRow chosen) {
    tenant = chosen;
    if (!chosen.id().equals(model.tenantId())) {
      settings.tenantChanged();
    }
    model.showTenant(chosen.id());
    render();
  }

  private List<Column<RegistrationRow>> columns() {
    Columns<RegistrationRow> columns = new Columns<>(texts);
    return List.of(
        columns.text("name", 180, RegistrationRow::name),
        columns.text("client_id", 290, RegistrationRow::clientId),
        columns.status("state", "state", RegistrationRow::state),
        columns.number("secrets", RegistrationRow::activeSecrets),
        columns.text("scopes", 420, row -> Section.SCOPES.format(row.registration())),
        columns.text("rate_limit", 100, row -> row.text("rate_limit")),
        columns.realTime("created_at", row -> row.text("created_at")));
  }

  void render() {
    RegistrationRow chosen = table.selected().get();
    TenantRow selectedTenant = tenant;
    boolean busy = model.actions.busy.get();
    title.setText(
        selectedTenant == null
            ? texts.get("registrations.choose")
            : texts.get("registrations.of", selectedTenant.name()));
    boolean mayChange = context.session().may(AdminRole.ADMINISTER);
    boolean mayUnlock = context.session().may(AdminRole.OPERATE);
    changeRole.setGranted(mayChange);
    unlockRole.setGranted(mayUnlock);
    create.setDisable(busy || !mayChange || selectedTenant == null);
    edit.setDisable(busy || chosen == null);
    disable.setDisable(busy || !mayChange || chosen == null);
    disable.setText(texts.get(chosen != null && chosen.isDisabled() ? "enable" : "disable.open"));
    unlock.setDisable(busy || !mayUnlock || chosen == null || !chosen.isLocked());
  }

  /** Shows a client secret, which cannot be retrieved again. */
  private void showSecret(RegistrationsViewModel.@Nullable IssuedSecret issued) {
    if (issued == null) {
      return;
    }
    Facts facts = new Facts();
    facts.add(texts.get("column.client_id"), issued.clientId());
    Label use = Labels.wrapped(texts.get("secret.use", context.session().api().base()));
    use.setId("secret-use");
    SecretField secret = new SecretField(texts.get("secret"), issued.secret());
    secret.showIn(
        new ActionDialog(window(), texts, "secret").with(facts, secret, use),
        () -> model.issued.set(null));
  }

  private void toggleDisabled(RegistrationRow row) {
    if (row.isDisabled()
        || new ActionDialog(window(), texts, "registration.disable", row.name(), row.clientId())
            .danger()
            .confirm()) {
      model.setDisabled(row, !row.isDisabled());
    }
  }
}
