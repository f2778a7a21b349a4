package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FxmlView;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.ScreenContext;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import org.jspecify.annotations.Nullable;

/**
 * Tenants, the registrations of the selected one, at first of the session's, and the settings of
 * either.
 */
@SuppressWarnings("NullAway.Init") // FXML fills the fields, initialize() the views
final class TenantsView extends FxmlView implements Screen {
  private static final String WIDEST_QUOTA = "8,888,888";

  @FXML private ErrorPane error;
  @FXML private PagedTable<TenantRow> table;
  @FXML private Button create;
  @FXML private Button edit;
  @FXML private Button disable;
  @FXML private SplitPane beside;
  @FXML private SplitPane below;

  private final ScreenContext context;
  private final TenantsViewModel model;
  private final RegistrationsViewModel registrations;
  private RegistrationsView registrationsView;
  private SettingsDetailPane settings;
  private NeededScope role;

  TenantsView(ScreenContext context) {
    this.context = context;
    ApiClient administration = context.session().administration().orElseThrow();
    this.model = new TenantsViewModel(context.background(), administration);
    this.registrations = new RegistrationsViewModel(context.background(), administration);
    load();
  }

  @FXML
  void initialize() {
    settings = new SettingsDetailPane(context, model, registrations, beside);
    registrationsView = new RegistrationsView(context, registrations, settings);
    below.getItems().add(registrationsView.root());
    below.setDividerPositions(0.45);
    table.show("tenants", model.tenants, columns(), () -> texts.get("tenants.empty"), context);
    table.selected().addListener((ignored, before, now) -> selected(now));
    model.tenants.state().addListener(ignored -> selectShown());
    table.onOpen(settings::edit);
    create.setOnAction(ignored -> settings.createTenant());
    edit.setOnAction(ignored -> table.ifSelected(settings::edit));
    disable.setOnAction(ignored -> table.ifSelected(this::toggleDisabled));
    role = new NeededScope(texts, AdminRole.ADMINISTER, create, disable);
    model.actions.busy.addListener(ignored -> render());
    error.showFailuresOf(model.actions);
    render();
  }

  private void selected(@Nullable TenantRow tenant) {
    if (tenant != null) {
      registrationsView.showTenant(tenant);
    }
    render();
  }

  /** The row of the shown registrations may be loaded later, or again. */
  private void selectShown() {
    if (table.selectedId().isEmpty()) {
      table.choose(registrations.tenantId());
    }
  }

  /** Begins with the tenant of the session. */
  private void preselect(TenantRow own) {
    if (registrations.tenantId().isEmpty()) {
      registrationsView.showTenant(own);
      selectShown();
    }
  }

  private List<Column<TenantRow>> columns() {
    Columns<TenantRow> columns = new Columns<>(texts);
    return List.of(
        columns.text("name", 220, TenantRow::name),
        columns.text("tenant_id", 290, TenantRow::id),
        columns.status("state", "state", TenantRow::state),
        columns.text("timezone", 130, row -> row.text("timezone")),
        quota("max_concurrent_calls"),
        quota("max_dials_per_day"),
        quota("max_contacts_per_subject_per_day").hiddenByDefault(),
        quota("max_open_orders"));
  }

  private Column<TenantRow> quota(String name) {
    return Column.<TenantRow>of(
            name, texts.get("setting.quotas." + name), 0, row -> row.quotaText(name))
        .exported(row -> row.quota(name))
        .sortedBy(row -> row.quota(name))
        .asWideAs(List.of(WIDEST_QUOTA));
  }

  private void render() {
    TenantRow tenant = table.selected().get();
    boolean busy = model.actions.busy.get();
    boolean permitted = context.session().may(AdminRole.ADMINISTER);
    role.setGranted(permitted);
    create.setDisable(busy || !permitted);
    edit.setDisable(busy || tenant == null);
    disable.setDisable(busy || !permitted || tenant == null);
    disable.setText(texts.get(tenant != null && tenant.isDisabled() ? "enable" : "disable.open"));
  }

  private void toggleDisabled(TenantRow tenant) {
    if (tenant.isDisabled()
        || new ActionDialog(window(), texts, "tenant.disable", tenant.name()).danger().confirm()) {
      model.setDisabled(tenant, !tenant.isDisabled());
    }
  }

  @Override
  public void shown() {
    model.tenants.ensureLoaded(model::load);
    registrations.registrations.retry();
    if (registrations.tenantId().isEmpty()) {
      model.read(context.session().tenantId(), this::preselect);
    }
    setPolled(true);
  }

  @Override
  public void hidden() {
    setPolled(false);
  }

  private void setPolled(boolean polled) {
    model.poller.setActive(polled);
    registrations.poller.setActive(polled);
  }

  @Override
  public void close() {
    setPolled(false);
  }

  @Override
  public void applyScopes() {
    render();
    registrationsView.render();
    settings.applyScopes();
  }

  @Override
  public List<String> unsaved() {
    return settings.unsaved();
  }

  @Override
  public void refresh() {
    model.load();
    registrations.load();
  }
}
