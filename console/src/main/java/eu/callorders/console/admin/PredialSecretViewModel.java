package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.ActionRunner;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The secret that signs the questions to the client before each dial. */
final class PredialSecretViewModel {
  /** A new secret, which the service shows only once. */
  record IssuedSecret(String tenant, String secret) {
    @Override
    public String toString() {
      return "secret of " + tenant;
    }
  }

  final ActionRunner actions;

  /** Reset it once the operator has copied the secret. */
  final ObjectProperty<@Nullable IssuedSecret> issued = new SimpleObjectProperty<>();

  private final ApiClient administration;

  /**
   * @param actions on tenants
   */
  PredialSecretViewModel(ActionRunner actions, ApiClient administration) {
    this.actions = actions;
    this.administration = administration;
  }

  /** Both secrets sign for a day. A response that is lost is followed by another rotation. */
  void rotate(TenantRow tenant) {
    actions.start(
        tenant.name(),
        () ->
            administration
                .post(tenant.path() + "/predial-check/rotate-secret", MissingNode.getInstance())
                .body(),
        check -> publish(tenant.name(), check));
  }

  /** Publishes the first secret, which is in the response that sets the check. */
  void saved(JsonNode tenant) {
    publish(tenant.path("name").asText(), tenant.path("predial_check"));
  }

  private void publish(String tenant, JsonNode check) {
    if (check.path("secret").isTextual()) {
      issued.set(new IssuedSecret(tenant, check.path("secret").asText()));
    }
  }
}
