package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The settings of a tenant or a registration, next to both lists. */
final class SettingsDetailPane {
  private final TenantsViewModel tenants;
  private final RegistrationsViewModel registrations;
  private final SettingsViewModel tenantModel;
  private final SettingsViewModel registrationModel;
  private final SettingsView tenantView;
  private final SettingsView registrationView;
  private final SecretsPane secrets;
  private final PredialSecretViewModel predialModel;
  private final PredialSecretPane predialSecret;
  private final Texts texts = Texts.of(SettingsDetailPane.class);
  private final StackPane root = new StackPane();
  private final DetailPane detailPane;
  private @Nullable SettingsViewModel open;
  private String clientId = "";

  SettingsDetailPane(
      ScreenContext context,
      TenantsViewModel tenants,
      RegistrationsViewModel registrations,
      SplitPane lists) {
    this.tenants = tenants;
    this.registrations = registrations;
    BackgroundExecutor background = context.background();
    ApiClient api = context.session().administration().orElseThrow();
    this.tenantModel =
        new SettingsViewModel(background, api, Section.OF_TENANTS, this::savedTenant);
    this.registrationModel =
        new SettingsViewModel(background, api, Section.OF_REGISTRATIONS, this::savedRegistration);
    this.tenantView = new SettingsView(tenantModel, context.session(), this::close);
    this.registrationView = new SettingsView(registrationModel, context.session(), this::close);
    this.secrets = new SecretsPane(registrations, context.session());
    this.predialModel = new PredialSecretViewModel(tenants.actions, api);
    this.predialSecret =
        new PredialSecretPane(predialModel, context.session(), () -> lists.getScene().getWindow());
    this.detailPane = new DetailPane(lists, "tenants", context.settings());
    registrations
        .registrations
        .rows()
        .addListener((ListChangeListener<RegistrationRow>) ignored -> renderSecrets());
  }

  /** Enables and disables what the role of the operator permits. */
  void applyScopes() {
    tenantView.render();
    registrationView.render();
    secrets.render();
    predialSecret.render();
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
    return unsaved().isEmpty()
        || new ActionDialog(root.getScene().getWindow(), texts, "discard").danger().confirm();
  }

  private void show(SettingsView view, SettingsViewModel model, String title, Node... below) {
    open = model;
    root.getChildren().setAll(view.root());
    detailPane.show(root);
    view.show(title, below);
  }

  private void close() {
    if (confirmDiscard()) {
      hide();
    }
  }

  private void hide() {
    open = null;
    detailPane.hide();
  }

  /** Closes a registration of the tenant before; unsaved input stays, without the secrets. */
  void tenantChanged() {
    if (open == registrationModel && unsaved().isEmpty()) {
      hide();
    }
  }

  void createTenant() {
    if (confirmDiscard()) {
      tenantModel.create(TenantRow.PATH);
      show(tenantView, tenantModel, texts.get("tenant.create"));
    }
  }

  void edit(TenantRow tenant) {
    if (confirmDiscard()) {
      tenantModel.edit(tenant.path(), tenant.tenant());
      predialSecret.show(tenant);
      show(tenantView, tenantModel, tenant.name(), predialSecret);
    }
  }

  void createRegistration() {
    String collection = RegistrationRow.pathOf(registrations.tenantId());
    if (confirmDiscard()) {
      registrationModel.create(collection);
      show(registrationView, registrationModel, texts.get("registration.create"));
    }
  }

  void edit(RegistrationRow registration) {
    if (confirmDiscard()) {
      clientId = registration.clientId();
      registrationModel.edit(registration.path(), registration.registration());
      renderSecrets();
      show(registrationView, registrationModel, registration.name(), secrets);
    }
  }

  /** A reload of the list may bring other secrets. */
  private void renderSecrets() {
    secrets.show(registrations.registrations.find(clientId));
  }

  private void savedTenant(JsonNode tenant) {
    tenants.show(tenant);
    hide();
    predialModel.saved(tenant);
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
