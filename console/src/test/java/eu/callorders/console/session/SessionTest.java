package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SessionTest {
  @AutoClose private final FakeService service = new FakeService();
  private final Transport transport = new Transport(Transport.Timeouts.DEFAULT);
  private final Session session = session("sandbox", "{}");
  private final List<String> received = new ArrayList<>();

  private Session session(String environment, String tenant) {
    RefreshingTokenSource tokens =
        new RefreshingTokenSource(transport, new Credentials(service.address(), "cli_1", "one"));
    return new Session(
        "Mine",
        environment,
        "tn_1",
        tenant.isEmpty() ? MissingNode.getInstance() : Json.parse(tenant).orElseThrow(),
        Set.of(Scope.ORDERS_READ),
        ApiClient.of(transport, service.address(), tokens),
        Optional.empty(),
        transport.status());
  }

  @Test
  void usesLastGrantedScopes() {
    session.scopes().addListener((ignored, before, now) -> received.add(before + " " + now));
    session.grant(Set.of(Scope.ORDERS_READ));
    assertThat(received).as("equal scopes").isEmpty();
    session.grant(Set.of(Scope.EVENTS_READ));
    assertThat(session.may(Scope.EVENTS_READ)).isTrue();
    assertThat(session.may(Scope.ORDERS_READ)).isFalse();
    assertThat(received).containsExactly("[ORDERS_READ] [EVENTS_READ]");
  }

  @Test
  void notifiesListenerAfterAcceptedSignIn() throws Exception {
    session.onSignIn((clientId, secret) -> received.add(clientId + " " + secret));
    service.then(401, "{\"error\":\"invalid_client\"}");
    assertThatThrownBy(() -> session.signIn("cli_2", "two")).isInstanceOf(ApiException.class);
    assertThat(received).isEmpty();
    service.token("t", 1800);
    session.signIn("cli_2", "three");
    assertThat(received).containsExactly("cli_2 three");
    assertThat(service.requests().getLast().credentials()).isEqualTo("cli_2:three");
  }

  @Test
  void mayDoWhatTheRoleIncludes() {
    session.role().addListener((ignored, before, now) -> received.add(before + " " + now));
    assertThat(session.may(AdminRole.ADMINISTER)).as("unknown").isTrue();
    session.readRole(overview("operate"));
    session.readRole(overview("operate"));
    assertThat(session.may(AdminRole.READ)).isTrue();
    assertThat(session.may(AdminRole.OPERATE)).isTrue();
    assertThat(session.may(AdminRole.ADMINISTER)).isFalse();
    assertThat(received).containsExactly("Optional.empty Optional[OPERATE]");
    session.readRole(overview("on_the_moon"));
    assertThat(session.may(AdminRole.ADMINISTER)).as("of a later version").isTrue();
    session.readRole(Json.object());
    assertThat(session.role().get()).as("of an earlier version").isEmpty();
  }

  @Test
  void knowsTheOperatorByTheOverview() {
    assertThat(session.operatorName().get()).as("before it is read").isEmpty();
    session.readRole(overview("operate"));
    assertThat(session.operatorName().get()).isEqualTo("Ada");
  }

  private static JsonNode overview(String role) {
    return Json.parse("{\"operator\": {\"name\": \"Ada\", \"role\": \"" + role + "\"}}")
        .orElseThrow();
  }

  @Test
  void detectsSandboxByEnvironment() {
    assertThat(session.isSandbox()).isTrue();
    assertThat(session("live", "").isSandbox()).isFalse();
    assertThat(session("", "").isSandbox()).isFalse();
  }

  @Test
  void namesTenantByNameOrIdentifier() {
    assertThat(session("live", "{\"name\":\"Stadtwerke\"}").tenantName()).isEqualTo("Stadtwerke");
    assertThat(session("live", "").tenantName()).isEqualTo("tn_1");
  }
}
