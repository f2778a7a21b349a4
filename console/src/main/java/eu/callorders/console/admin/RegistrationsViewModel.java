package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The registrations of the tenant that is chosen, and their secrets. */
final class RegistrationsViewModel {
  private static final int PAGE = 100;
  private static final int SECRETS_AT_MOST = 2;
  private static final JsonNode NOTHING = MissingNode.getInstance();

  private final ApiClient administration;
  private final PagedRows<RegistrationRow> registrations;
  private final ActionRunner changing;
  private final ReadOnlyObjectWrapper<@Nullable IssuedSecret> issued =
      new ReadOnlyObjectWrapper<>();
  private String tenantId = "";

  RegistrationsViewModel(BackgroundExecutor background, ApiClient administration) {
    this.administration = administration;
    this.registrations =
        new PagedRows<>(background, RegistrationRow::clientId, RegistrationRow.BY_AGE);
    this.changing = new ActionRunner(background);
  }

  PagedRows<RegistrationRow> registrations() {
    return registrations;
  }

  /** Of which tenant; empty before one was chosen. */
  String tenantId() {
    return tenantId;
  }

  /** Shows the registrations of that tenant. */
  void of(String tenant) {
    if (!tenant.equals(tenantId)) {
      tenantId = tenant;
      load();
    }
  }

  void load() {
    if (!tenantId.isEmpty()) {
      changing.forget();
      String path = RegistrationRow.pathOf(tenantId);
      registrations.restart(
          after -> administration.page(path, Query.none(), PAGE, after).map(RegistrationRow::new));
    }
  }

  void disable(RegistrationRow registration, boolean disabled) {
    JsonNode body = Json.object().put("disabled", disabled);
    changing.begin(
        () -> administration.patch(registration.path(), "", body).body(),
        this::show,
        ignored -> {});
  }

  void unlock(RegistrationRow registration) {
    changing.begin(
        () -> administration.post(registration.path() + "/unlock", NOTHING).body(),
        this::show,
        ignored -> {});
  }

  /** Whether the service would issue one more, as far as is known here. */
  static boolean mayHaveAnother(RegistrationRow registration) {
    return registration.working() < SECRETS_AT_MOST;
  }

  /** A further secret, which is {@link #issued} then; the others go on working. */
  void createSecret(RegistrationRow registration) {
    changing.begin(
        () -> administration.post(registration.path() + "/secrets", NOTHING).body(),
        read -> {
          issued.set(IssuedSecret.of(registration.clientId(), read));
          reread(registration);
        },
        ignored -> reread(registration));
  }

  /**
   * Nobody signs in with it any more.
   *
   * @param endTokens whether those that were issued for it end too
   */
  void revoke(RegistrationRow registration, String secretId, boolean endTokens) {
    String path =
        registration.path() + "/secrets/" + secretId + (endTokens ? "?revoke_tokens=true" : "");
    changing.begin(
        () -> administration.delete(path).body(),
        ignored -> reread(registration),
        ignored -> reread(registration));
  }

  /** What is shown of it was old, or is by now. */
  private void reread(RegistrationRow registration) {
    changing.follow(() -> administration.get(registration.path()).body(), this::show);
  }

  /** A new one, with the secret that is shown this once. */
  void created(JsonNode answer) {
    issued.set(IssuedSecret.of(answer.path("client_id").asText(), answer));
    load();
  }

  void show(JsonNode registration) {
    registrations.put(List.of(new RegistrationRow(registration)));
  }

  /** Once the operator has copied it. */
  void forgetSecret() {
    issued.set(null);
  }

  ReadOnlyObjectProperty<@Nullable IssuedSecret> issued() {
    return issued.getReadOnlyProperty();
  }

  ActionRunner changing() {
    return changing;
  }
}
