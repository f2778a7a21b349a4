package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The settings of a tenant or a registration, next to both lists. */
final class SettingsDetailPane implements RegistrationsView.Callbacks {
  private final TenantsViewModel tenants;
  private final RegistrationsViewModel registrations;
  private final SettingsViewModel tenantModel;
  private final SettingsViewModel registrationModel;
  private final SettingsView tenantView;
  private final SettingsView registrationView;
  private final SecretsPane secrets;
  private final Texts texts = Texts.of(SettingsDetailPane.class);
  final StackPane root = new StackPane();
  private @Nullable DetailPane detailPane;
  private @Nullable SettingsViewModel open;
  private String clientId = "";

  SettingsDetailPane(
      ScreenContext context,
      ApiClient administration,
      TenantsViewModel tenants,
      RegistrationsViewModel registrations) {
    this.tenants = tenants;
    this.registrations = registrations;
    this.tenantModel =
        new SettingsViewModel(
            context.background(), administration, Section.OF_TENANTS, this::savedTenant);
    this.registrationModel =
        new SettingsViewModel(
            context.background(),
            administration,
            Section.OF_REGISTRATIONS,
            this::savedRegistration);
    this.tenantView = new SettingsView(tenantModel, this::close);
    this.registrationView = new SettingsView(registrationModel, this::close);
    this.secrets = new SecretsPane(registrations);
    registrations
        .registrations
        .rows()
        .addListener((ListChangeListener<RegistrationRow>) ignored -> renderSecrets());
  }

  void setDetailPane(DetailPane lists) {
    detailPane = lists;
  }

  /** Names of unsaved input. */
  List<String> unsaved() {
    if (open == null || !open.isModified()) {
      return List.of();
    }
    String key = open == tenantModel ? "unsaved.new_tenant" : "unsaved.new_registration";
    return List.of(texts.get(open.isNew() ? key : "unsaved.settings"));
  }

  /** Whether unsaved input may be discarded; prompts if there is any. */
  private boolean confirmDiscard() {
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
    root.getChildren().setAll(view.root);
    if (detailPane != null) {
      detailPane.show();
    }
  }

  private void close() {
    if (confirmDiscard()) {
      hide();
    }
  }

  private void hide() {
    open = null;
    if (detailPane != null) {
      detailPane.hide();
    }
  }

  void createTenant() {
    if (!confirmDiscard()) {
      return;
    }
    tenantModel.create(TenantRow.PATH);
    show(tenantView, tenantModel);
    tenantView.show(texts.get("tenant.create"));
  }

  void edit(TenantRow tenant) {
    if (!confirmDiscard()) {
      return;
    }
    tenantModel.edit(tenant.path(), tenant.tenant());
    show(tenantView, tenantModel);
    tenantView.show(tenant.name());
  }

  @Override
  public void create() {
    if (!confirmDiscard()) {
      return;
    }
    registrationModel.create(RegistrationRow.pathOf(registrations.tenantId()));
    show(registrationView, registrationModel);
    registrationView.show(texts.get("registration.create"));
  }

  @Override
  public void edit(RegistrationRow registration) {
    if (!confirmDiscard()) {
      return;
    }
    clientId = registration.clientId();
    registrationModel.edit(registration.path(), registration.registration());
    renderSecrets();
    show(registrationView, registrationModel);
    registrationView.show(registration.name(), secrets);
  }

  /** A reload of the list may bring other secrets. */
  private void renderSecrets() {
    secrets.show(registrations.registrations.find(clientId));
  }

  private void savedTenant(JsonNode tenant) {
    tenants.show(tenant);
    hide();
  }

  private void savedRegistration(JsonNode registration) {
    if (registrationModel.isNew()) {
      registrations.created(registration);
    } else {
      registrations.show(registration);
    }
    hide();
  }
}
