package eu.callorders.console.admin;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.application.Platform;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;

/** Tenants above, the registrations of the chosen one below. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class TenantsView implements Screen {
  private static final int SECRETS_AT_MOST = 2;

  @FXML private TroublePane trouble;
  @FXML private PagedTable<TenantRow> tenantTable;
  @FXML private PagedTable<RegistrationRow> registrationTable;
  @FXML private Button createTenant;
  @FXML private Button disableTenant;
  @FXML private Label registrationsOf;
  @FXML private Button createRegistration;
  @FXML private Button disableRegistration;
  @FXML private Button unlock;
  @FXML private Button createSecret;
  @FXML private Button revokeSecret;

  private final Desk desk;
  private final TenantsViewModel model;
  private final Texts texts = Texts.beside(TenantsView.class);
  private final Times times = new Times();
  private final Parent root;

  TenantsView(Desk desk) {
    this.desk = desk;
    this.model =
        new TenantsViewModel(desk.background(), desk.session().administration().orElseThrow());
    this.root = Fxml.load(this, texts);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    tenantTable.show("tenants", model.tenants(), tenantColumns(), texts.get("tenants.empty"), desk);
    registrationTable.show(
        "registrations",
        model.registrations(),
        registrationColumns(),
        texts.get("registrations.empty"),
        desk);
    tenantTable
        .selected()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                model.choose(now.id());
              }
              draw();
            });
    registrationTable.selected().addListener(ignored -> draw());
    model.busy().addListener(ignored -> draw());
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
    model.issued().addListener((ignored, before, now) -> showSecret(now));
    draw();
  }

  private List<Column<TenantRow>> tenantColumns() {
    return List.of(
        Column.of("name", texts.get("column.name"), 220, TenantRow::name),
        Column.of("id", texts.get("column.tenant_id"), 290, TenantRow::id),
        Column.<TenantRow>of(
                "state", texts.get("column.state"), 110, row -> state(row.disabled(), false))
            .drawn(row -> pill(row.disabled(), false)),
        Column.of("timezone", texts.get("column.timezone"), 130, TenantRow::timeZone),
        quota("max_concurrent_calls"),
        quota("max_dials_per_day"),
        quota("max_contacts_per_subject_per_day").hidden(),
        quota("max_open_orders"));
  }

  private Column<TenantRow> quota(String name) {
    return Column.of(name, texts.get("quota." + name), 130, row -> row.quota(name));
  }

  private List<Column<RegistrationRow>> registrationColumns() {
    return List.of(
        Column.of("name", texts.get("column.name"), 180, RegistrationRow::name),
        Column.of("client_id", texts.get("column.client_id"), 290, RegistrationRow::clientId),
        Column.<RegistrationRow>of(
                "state", texts.get("column.state"), 110, row -> state(row.disabled(), row.locked()))
            .drawn(row -> pill(row.disabled(), row.locked())),
        Column.of(
            "secrets",
            texts.get("column.secrets"),
            90,
            row -> Integer.toString(row.secrets().size())),
        Column.of("scopes", texts.get("column.scopes"), 420, RegistrationRow::scopes),
        Column.of("rate_limit", texts.get("column.rate_limit"), 100, RegistrationRow::rateLimit),
        Column.of(
            "created_at", texts.get("column.created_at"), 185, row -> times.text(row.createdAt())));
  }

  private String state(boolean disabled, boolean locked) {
    return texts.get(disabled ? "state.disabled" : locked ? "state.locked" : "state.active");
  }

  private Pill pill(boolean disabled, boolean locked) {
    Pill.Tone tone = locked ? Pill.Tone.WARNING : Pill.Tone.GOOD;
    return new Pill(state(disabled, locked), disabled ? Pill.Tone.BAD : tone);
  }

  private void draw() {
    TenantRow tenant = tenantTable.selected().get();
    RegistrationRow chosen = registrationTable.selected().get();
    boolean busy = model.busy().get();
    createTenant.setDisable(busy);
    disableTenant.setDisable(busy || tenant == null);
    disableTenant.setText(
        texts.get(tenant != null && tenant.disabled() ? "enable" : "disable.open"));
    registrationsOf.setText(
        tenant == null
            ? texts.get("registrations.choose")
            : texts.get("registrations.of", tenant.name()));
    createRegistration.setDisable(busy || tenant == null);
    disableRegistration.setDisable(busy || chosen == null);
    disableRegistration.setText(
        texts.get(chosen != null && chosen.disabled() ? "enable" : "disable.open"));
    unlock.setDisable(busy || chosen == null || !chosen.locked());
    createSecret.setDisable(busy || chosen == null || chosen.secrets().size() >= SECRETS_AT_MOST);
    revokeSecret.setDisable(busy || chosen == null || chosen.secrets().isEmpty());
  }

  /** Later: the answer is still being told of. */
  private void showSecret(@Nullable IssuedSecret issued) {
    if (issued != null) {
      Platform.runLater(
          () -> {
            SecretOnce.show(root.getScene().getWindow(), texts, issued);
            model.forgetSecret();
          });
    }
  }

  @FXML
  void createTenant() {
    named("tenant.create", "tenant.create.consequence").ifPresent(model::createTenant);
  }

  @FXML
  void createRegistration() {
    named("registration.create", "registration.create.consequence")
        .ifPresent(model::createRegistration);
  }

  private Optional<String> named(String question, String consequence) {
    return Reasoned.ask(
        root.getScene().getWindow(),
        texts,
        texts.get(question),
        texts.get(consequence),
        texts.get("column.name"),
        texts.get("create"),
        TenantsViewModel::isName);
  }

  @FXML
  void disableTenant() {
    TenantRow tenant = tenantTable.selected().get();
    if (tenant == null) {
      return;
    }
    if (tenant.disabled()) {
      model.disable(tenant, false);
    } else if (confirmed(tenant.name(), "tenant.disable.consequence", "disable")) {
      model.disable(tenant, true);
    }
  }

  @FXML
  void disableRegistration() {
    RegistrationRow row = registrationTable.selected().get();
    if (row == null) {
      return;
    }
    if (row.disabled()) {
      model.disable(row, false);
    } else if (confirmed(row.name(), "registration.disable.consequence", "disable")) {
      model.disable(row, true);
    }
  }

  @FXML
  void unlock() {
    RegistrationRow row = registrationTable.selected().get();
    if (row != null) {
      model.unlock(row);
    }
  }

  @FXML
  void createSecret() {
    RegistrationRow row = registrationTable.selected().get();
    if (row != null) {
      model.createSecret(row);
    }
  }

  @FXML
  void revokeSecret() {
    RegistrationRow row = registrationTable.selected().get();
    if (row != null) {
      String consequence =
          row.secrets().size() > 1 ? "secret.revoke.consequence" : "secret.revoke.last";
      if (confirmed(row.name(), consequence, "secret.revoke")) {
        model.revokeOldestSecret(row);
      }
    }
  }

  /** The operator writes the name of what is going to stop working. */
  private boolean confirmed(String name, String consequence, String does) {
    Predicate<String> same = typed -> typed.strip().equals(name.strip());
    return Reasoned.ask(
            root.getScene().getWindow(),
            texts,
            texts.get("confirm", name),
            texts.get(consequence),
            name,
            texts.get(does),
            same)
        .isPresent();
  }

  @Override
  public void shown() {
    PagedRows.State state = model.tenants().state().get();
    if (state == PagedRows.State.IDLE) {
      model.load();
    } else if (state == PagedRows.State.FAILED) {
      model.tenants().retry();
      model.registrations().retry();
    }
  }

  @Override
  public void refresh() {
    model.load();
    model.loadRegistrations();
  }
}
