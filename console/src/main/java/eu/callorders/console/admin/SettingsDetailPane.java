package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.scene.Parent;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The settings of a tenant or a registration, next to both lists. */
final class SettingsDetailPane implements RegistrationsView.Callbacks {
  private final TenantsViewModel tenants;
  private final RegistrationsViewModel registrations;
  private final SettingsViewModel ofTenant;
  private final SettingsViewModel ofRegistration;
  private final SettingsView tenantView;
  private final SettingsView registrationView;
  private final SecretsPane secrets;
  private final Texts texts = Texts.beside(SettingsDetailPane.class);
  private final StackPane root = new StackPane();
  private @Nullable DetailPane aside;
  private @Nullable SettingsViewModel open;
  private String client = "";

  SettingsDetailPane(
      ScreenContext context,
      ApiClient administration,
      TenantsViewModel tenants,
      RegistrationsViewModel registrations) {
    this.tenants = tenants;
    this.registrations = registrations;
    this.ofTenant =
        new SettingsViewModel(
            context.background(), administration, Section.OF_TENANTS, this::savedTenant);
    this.ofRegistration =
        new SettingsViewModel(
            context.background(),
            administration,
            Section.OF_REGISTRATIONS,
            this::savedRegistration);
    this.tenantView = new SettingsView(ofTenant, this::close);
    this.registrationView = new SettingsView(ofRegistration, this::close);
    this.secrets = new SecretsPane(registrations);
    registrations
        .registrations()
        .rows()
        .addListener((ListChangeListener<RegistrationRow>) ignored -> drawSecrets());
  }

  Parent root() {
    return root;
  }

  void beside(DetailPane lists) {
    aside = lists;
  }

  /** Names of unsaved input. */
  List<String> unsaved() {
    if (open == null || !open.isWritten()) {
      return List.of();
    }
    String key = open == ofTenant ? "unsaved.new_tenant" : "unsaved.new_registration";
    return List.of(texts.get(open.isNew() ? key : "unsaved.settings"));
  }

  /** Whether unsaved input may be discarded; prompts if there is any. */
  private boolean mayLose() {
    if (unsaved().isEmpty()) {
      return true;
    }
    ButtonType yes = new ButtonType(texts.get("discard"), ButtonBar.ButtonData.OK_DONE);
    ButtonType no = new ButtonType(texts.get("discard.not"), ButtonBar.ButtonData.CANCEL_CLOSE);
    Alert dialog =
        new Alert(Alert.AlertType.CONFIRMATION, texts.get("discard.consequence"), yes, no);
    dialog.initOwner(root.getScene().getWindow());
    dialog.setTitle(texts.get("discard"));
    dialog.setHeaderText(texts.get("discard.question"));
    dialog.getDialogPane().lookupButton(yes).setId("discard-yes");
    return dialog.showAndWait().filter(yes::equals).isPresent();
  }

  private void show(SettingsView view, SettingsViewModel model) {
    open = model;
    root.getChildren().setAll(view.root());
    if (aside != null) {
      aside.show();
    }
  }

  private void close() {
    if (mayLose()) {
      hide();
    }
  }

  private void hide() {
    open = null;
    if (aside != null) {
      aside.hide();
    }
  }

  void createTenant() {
    if (!mayLose()) {
      return;
    }
    ofTenant.create(TenantRow.PATH);
    show(tenantView, ofTenant);
    tenantView.show(texts.get("tenant.create"));
  }

  void edit(TenantRow tenant) {
    if (!mayLose()) {
      return;
    }
    ofTenant.edit(tenant.path(), tenant.tenant());
    show(tenantView, ofTenant);
    tenantView.show(tenant.name());
  }

  @Override
  public void create() {
    if (!mayLose()) {
      return;
    }
    ofRegistration.create(RegistrationRow.pathOf(registrations.tenantId()));
    show(registrationView, ofRegistration);
    registrationView.show(texts.get("registration.create"));
  }

  @Override
  public void edit(RegistrationRow registration) {
    if (!mayLose()) {
      return;
    }
    client = registration.clientId();
    ofRegistration.edit(registration.path(), registration.registration());
    drawSecrets();
    show(registrationView, ofRegistration);
    registrationView.show(registration.name(), secrets);
  }

  /** A reload of the list may bring other secrets. */
  private void drawSecrets() {
    secrets.show(registrations.registrations().find(client));
  }

  private void savedTenant(JsonNode tenant) {
    tenants.show(tenant);
    hide();
  }

  private void savedRegistration(JsonNode registration) {
    if (ofRegistration.isNew()) {
      registrations.created(registration);
    } else {
      registrations.show(registration);
    }
    hide();
  }
}
