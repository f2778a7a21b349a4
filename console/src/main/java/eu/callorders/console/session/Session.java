package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Scope;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** What a screen works with. It stays the same when other credentials take over. */
public final class Session {
  /** Hears of credentials that have taken over, on the thread that presented them. */
  @FunctionalInterface
  public interface CredentialsListener {
    /**
     * Keeps them where the former were kept.
     *
     * @param clientId empty for the one so far
     * @param secret empty for the one so far
     */
    void signedIn(String clientId, String secret);
  }

  private final String name;
  private final String environment;
  private final String tenantId;
  private final JsonNode tenant;
  private final ReadOnlyObjectWrapper<Set<Scope>> scopes;
  private final ApiClient api;
  private final Optional<ApiClient> administration;
  private final ConnectionStatus reachability;
  private volatile CredentialsListener successor = (clientId, secret) -> {};

  /**
   * Begins it.
   *
   * @param name of the profile
   * @param environment {@code live} or {@code sandbox}, or what a later version calls it
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
    this.reachability = reachability;
  }

  public boolean may(Scope scope) {
    return scopes.get().contains(scope);
  }

  /** What it may do, which changes with its credentials and on the thread that draws. */
  public ReadOnlyObjectProperty<Set<Scope>> scopes() {
    return scopes.getReadOnlyProperty();
  }

  /** From here on it may do that. */
  public void grant(Set<Scope> now) {
    scopes.set(now);
  }

  /**
   * Goes on with other credentials where those so far are refused; takes its time.
   *
   * @param clientId empty for the one so far
   * @param secret empty for the one so far
   */
  public void signIn(String clientId, String secret) throws ApiException {
    api.signIn(clientId, secret);
    successor.signedIn(clientId, secret);
  }

  public void onSignIn(CredentialsListener hears) {
    successor = hears;
  }

  public boolean isSandbox() {
    return environment.equals("sandbox");
  }

  /** What to call the tenant. */
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

  public ConnectionStatus reachability() {
    return reachability;
  }
}
