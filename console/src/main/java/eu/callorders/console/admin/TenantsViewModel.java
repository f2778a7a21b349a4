package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Tenants, and the registrations of the one that is chosen. */
final class TenantsViewModel {
  private static final String TENANTS = "/admin/v1/tenants";
  private static final int PAGE = 100;
  private static final JsonNode NOTHING = MissingNode.getInstance();
  private static final Pattern NAME = Pattern.compile("[^\\u0000-\\u001f\\u007f]{1,200}");

  private final Background background;
  private final ApiClient administration;
  private final PagedRows<TenantRow> tenants;
  private final PagedRows<RegistrationRow> registrations;
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable IssuedSecret> issued =
      new ReadOnlyObjectWrapper<>();
  private String chosen = "";

  TenantsViewModel(Background background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
    this.tenants = new PagedRows<>(background, TenantRow::id, TenantRow.ALIKE);
    this.registrations =
        new PagedRows<>(background, RegistrationRow::clientId, RegistrationRow.BY_AGE);
  }

  PagedRows<TenantRow> tenants() {
    return tenants;
  }

  /** Of the tenant that is chosen. */
  PagedRows<RegistrationRow> registrations() {
    return registrations;
  }

  void load() {
    failure.set(null);
    tenants.restart(
        after -> administration.page(TENANTS, Query.none(), PAGE, after).map(TenantRow::new));
  }

  /** Shows the registrations of that tenant. */
  void choose(String tenantId) {
    if (!tenantId.equals(chosen)) {
      chosen = tenantId;
      loadRegistrations();
    }
  }

  void loadRegistrations() {
    if (!chosen.isEmpty()) {
      String path = registrationsOf(chosen);
      registrations.restart(
          after -> administration.page(path, Query.none(), PAGE, after).map(RegistrationRow::of));
    }
  }

  private static String registrationsOf(String tenantId) {
    return TENANTS + "/" + tenantId + "/registrations";
  }

  /** Whether the service takes that name, of a tenant or of a registration. */
  static boolean isName(String name) {
    return NAME.matcher(name.strip()).matches();
  }

  void createTenant(String name) {
    JsonNode body = Json.object().put("name", name.strip());
    change(() -> administration.post(TENANTS, body).body(), ignored -> load());
  }

  /** A tenant that is disabled gets no tokens and is not dialled for. */
  void disable(TenantRow tenant, boolean disabled) {
    JsonNode body = Json.object().put("disabled", disabled);
    change(
        () -> administration.patch(TENANTS + "/" + tenant.id(), "", body).body(),
        read -> tenants.put(List.of(new TenantRow(read))));
  }

  /** With all scopes; its secret is {@link #issued}. */
  void createRegistration(String name) {
    String path = registrationsOf(chosen);
    JsonNode body = Json.object().put("name", name.strip());
    change(
        () -> administration.post(path, body).body(),
        read -> {
          issued.set(IssuedSecret.of(read.path("client_id").asText(), read));
          loadRegistrations();
        });
  }

  void disable(RegistrationRow registration, boolean disabled) {
    JsonNode body = Json.object().put("disabled", disabled);
    String path = path(registration);
    change(() -> administration.patch(path, "", body).body(), this::show);
  }

  void unlock(RegistrationRow registration) {
    String path = path(registration) + "/unlock";
    change(() -> administration.post(path, NOTHING).body(), this::show);
  }

  /** A further secret, which is {@link #issued} then; the others go on working. */
  void createSecret(RegistrationRow registration) {
    String path = path(registration) + "/secrets";
    change(
        () -> administration.post(path, NOTHING).body(),
        read -> {
          issued.set(IssuedSecret.of(registration.clientId(), read));
          loadRegistrations();
        });
  }

  /** Revokes the oldest secret that works, with the tokens issued for it. */
  void revokeOldestSecret(RegistrationRow registration) {
    String path =
        path(registration) + "/secrets/" + registration.secrets().getLast() + "?revoke_tokens=true";
    change(() -> administration.delete(path).body(), ignored -> loadRegistrations());
  }

  /** By its own tenant: it may still be shown when another one is chosen already. */
  private static String path(RegistrationRow registration) {
    return registrationsOf(registration.tenantId()) + "/" + registration.clientId();
  }

  private void show(JsonNode registration) {
    registrations.put(List.of(RegistrationRow.of(registration)));
  }

  private void change(Background.Call<JsonNode> call, Consumer<JsonNode> done) {
    if (busy.get()) {
      return;
    }
    busy.set(true);
    failure.set(null);
    background.run(
        call,
        read -> {
          busy.set(false);
          done.accept(read);
        },
        why -> {
          busy.set(false);
          failure.set(why);
        });
  }

  /** Once the operator has copied it. */
  void forgetSecret() {
    issued.set(null);
  }

  ReadOnlyObjectProperty<@Nullable IssuedSecret> issued() {
    return issued.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
