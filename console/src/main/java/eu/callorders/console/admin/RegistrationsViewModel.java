package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FirstPagePoller;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.util.Comparator;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The registrations of the selected tenant and their secrets. */
final class RegistrationsViewModel {
  private static final int MAX_ACTIVE_SECRETS = 2;
  private static final JsonNode NO_BODY = MissingNode.getInstance();

  /** A new client secret, which the service shows only once. */
  record IssuedSecret(String clientId, String secret) {
    @Override
    public String toString() {
      return "secret of " + clientId;
    }
  }

  final PagedRows<RegistrationRow> registrations;
  final ActionRunner actions;
  final FirstPagePoller poller;

  /** Reset it once the operator has copied the secret. */
  final ObjectProperty<@Nullable IssuedSecret> issued = new SimpleObjectProperty<>();

  private final BackgroundExecutor background;
  private final ApiClient administration;
  private String tenantId = "";

  RegistrationsViewModel(BackgroundExecutor background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
    // timestamps of the service have one format, so text order is time order
    Comparator<RegistrationRow> byAge = Comparator.comparing(row -> row.text("updated_at"));
    this.registrations = new PagedRows<>(background, RegistrationRow::clientId, byAge);
    this.actions = new ActionRunner(background);
    this.poller = new FirstPagePoller(registrations);
  }

  /** The selected tenant; empty if there is none. */
  String tenantId() {
    return tenantId;
  }

  void showTenant(String tenant) {
    if (!tenant.equals(tenantId)) {
      tenantId = tenant;
      registrations.truncate(0);
      load();
    }
  }

  void load() {
    if (!tenantId.isEmpty()) {
      actions.failure.set(null);
      String tenant = tenantId;
      String path = RegistrationRow.pathOf(tenant);
      registrations.restart(
          new ListQuery<>(
              after -> administration.page(path, Query.none(), after).map(RegistrationRow::new),
              row -> tenant.equals(row.text("tenant_id")),
              Comparator.comparing((RegistrationRow row) -> row.text("created_at"))
                  .thenComparing(RegistrationRow::clientId)
                  .reversed()));
    }
  }

  void setDisabled(RegistrationRow registration, boolean disabled) {
    JsonNode body = Json.object().put("disabled", disabled);
    actions.start(
        registration.name(),
        () -> administration.patch(registration.path(), "", body).body(),
        this::show);
  }

  void unlock(RegistrationRow registration) {
    actions.start(
        registration.name(),
        () -> administration.post(registration.path() + "/unlock", NO_BODY).body(),
        this::show);
  }

  /** Whether the number of known active secrets allows another one. */
  static boolean canCreateSecret(RegistrationRow registration) {
    return registration.activeSecrets() < MAX_ACTIVE_SECRETS;
  }

  /** Creates a secret, published in {@link #issued}; the others stay active. */
  void createSecret(RegistrationRow registration) {
    actions.start(
        registration.name(),
        () -> administration.post(registration.path() + "/secrets", NO_BODY).body(),
        response -> {
          publishSecret(registration.clientId(), response);
          reload(registration);
        },
        ignored -> reload(registration));
  }

  private void publishSecret(String clientId, JsonNode response) {
    issued.set(new IssuedSecret(clientId, response.path("client_secret").asText()));
  }

  /** Revokes a secret, and the tokens issued with it if {@code endTokens}. */
  void revoke(RegistrationRow registration, String secretId, boolean endTokens) {
    String path =
        registration.path() + "/secrets/" + secretId + (endTokens ? "?revoke_tokens=true" : "");
    actions.start(
        registration.name(),
        () -> administration.delete(path),
        ignored -> reload(registration),
        ignored -> reload(registration));
  }

  /** The shown registration is outdated after an action or a conflict. */
  private void reload(RegistrationRow registration) {
    background.run(() -> administration.get(registration.path()).body(), this::show, ignored -> {});
  }

  /** Shows a new registration and publishes its secret. */
  void created(JsonNode response) {
    publishSecret(response.path("client_id").asText(), response);
    load();
  }

  void show(JsonNode registration) {
    registrations.put(List.of(new RegistrationRow(registration)));
  }
}
