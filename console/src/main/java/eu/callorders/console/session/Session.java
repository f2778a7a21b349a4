package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Scope;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** The connection of the console to one tenant. It outlives a change of its credentials. */
public final class Session {
  private final String name;
  private final String environment;
  private final String tenantId;
  private final JsonNode tenant;
  private final ReadOnlyObjectWrapper<Set<Scope>> scopes;
  private final ApiClient api;
  private final Optional<ApiClient> administration;
  private final ReadOnlyObjectWrapper<Optional<AdminRole>> role =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private final ReadOnlyStringWrapper operatorName = new ReadOnlyStringWrapper("");
  private final ConnectionStatus connectionStatus;
  private final TenantClock clock;
  private volatile BiConsumer<String, String> credentialsListener = (clientId, secret) -> {};

  /**
   * Creates a session.
   *
   * @param name of the profile
   * @param environment {@code live}, {@code sandbox} or a value of a later version
   * @param tenant the snapshot; missing without {@code config:read}
   * @param administration present when its token was given
   */
  public Session(
      String name,
      String environment,
      String tenantId,
      JsonNode tenant,
      Set<Scope> scopes,
      ApiClient api,
      Optional<ApiClient> administration,
      ConnectionStatus reachability) {
    this.name = name;
    this.environment = environment;
    this.tenantId = tenantId;
    this.tenant = tenant;
    this.scopes = new ReadOnlyObjectWrapper<>(scopes);
    this.api = api;
    this.administration = administration;
    this.connectionStatus = reachability;
    this.clock = new TenantClock(api.clock(), InstantSource.system());
  }

  public boolean may(Scope scope) {
    return scopes.get().contains(scope);
  }

  /** The granted scopes, which change with the credentials, on the UI thread. */
  public ReadOnlyObjectProperty<Set<Scope>> scopes() {
    return scopes.getReadOnlyProperty();
  }

  public void grant(Set<Scope> now) {
    scopes.set(now);
  }

  /** Presents other credentials, empty where unchanged, after a rejection; blocks. */
  public void signIn(String clientId, String secret) throws ApiException {
    api.signIn(clientId, secret);
    credentialsListener.accept(clientId, secret);
  }

  /**
   * Called with accepted credentials on the thread that presented them; a client or secret is empty
   * when unchanged.
   */
  public void onSignIn(BiConsumer<String, String> listener) {
    credentialsListener = listener;
  }

  public boolean isSandbox() {
    return environment.equals("sandbox");
  }

  /** The name of the tenant, otherwise its identifier. */
  public String tenantName() {
    String given = tenant.path("name").asText();
    return given.isEmpty() ? tenantId : given;
  }

  public String name() {
    return name;
  }

  public String environment() {
    return environment;
  }

  public String tenantId() {
    return tenantId;
  }

  public JsonNode tenant() {
    return tenant;
  }

  public ApiClient api() {
    return api;
  }

  public Optional<ApiClient> administration() {
    return administration;
  }

  /** Whether the operator has the role; while its role is unknown, the service decides. */
  public boolean may(AdminRole needed) {
    return role.get().map(own -> own.includes(needed)).orElse(true);
  }

  /** The role in the administration, on the UI thread; empty while unknown. */
  public ReadOnlyObjectProperty<Optional<AdminRole>> role() {
    return role.getReadOnlyProperty();
  }

  /**
   * The actor of the operator's changes in the audit log, on the UI thread; empty while unknown.
   */
  public ReadOnlyStringProperty operatorName() {
    return operatorName.getReadOnlyProperty();
  }

  /** Takes role and name of the operator from the overview of the administration. */
  public void readRole(JsonNode overview) {
    operatorName.set(overview.path("operator").path("name").asText());
    role.set(AdminRole.of(overview.path("operator").path("role").asText()));
  }

  public ConnectionStatus connectionStatus() {
    return connectionStatus;
  }

  public TenantClock clock() {
    return clock;
  }
}
