package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation of the administration by each role. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorRolesTest {
  private static final List<String> ROLES = List.of("read", "operate", "administer");

  private static final Set<String> OPERATE =
      Set.of(
          "haltDialing",
          "hangUpCall",
          "resumeDialing",
          "unlockRegistration",
          "advanceTestClock",
          "listHolds",
          "getHold",
          "createHold",
          "releaseHold",
          "importHolds");

  @AutoClose private final RunningService service = RunningService.sandbox(Map.of());
  private final Map<String, Api> operators = new TreeMap<>();
  private AdministrationRequests requests;

  @BeforeAll
  void begin() {
    requests = AdministrationRequests.of(service);
    for (String role : ROLES) {
      operators.put(role, service.administration(newOperator(role).path("token").asText()));
    }
  }

  private JsonNode newOperator(String role) {
    return service
        .admin()
        .post("/admin/v1/operators", AdministrationRequests.newOperator(role))
        .body();
  }

  static Stream<DocumentedOperation> operations() {
    return AdministrationRequests.CONTRACT.operations().stream();
  }

  /** Exactly one, or the operation would be open to every operator. */
  @ParameterizedTest
  @MethodSource("operations")
  void contractNamesTheRole(DocumentedOperation operation) {
    boolean reads = operation.method().equals("GET") && !operation.id().equals("exportSubject");
    String role = OPERATE.contains(operation.id()) ? "operate" : reads ? "read" : "administer";

    assertThat(operation.scopes()).containsExactly(role);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void operationRequiresItsRole(DocumentedOperation operation) {
    String needed = operation.scopes().getFirst();
    Request request = requests.request(operation);
    for (String role : ROLES) {
      ServiceResponse response = request.send(operators.get(role));
      if (ROLES.indexOf(role) < ROLES.indexOf(needed)) {
        assertRefused(response, needed, request);
      } else {
        assertThat(response.status()).as(role + " " + response.text()).isNotIn(401, 403);
        assertThat(response.status()).as(role + " " + response.text()).isLessThan(500);
      }
    }
  }

  private static void assertRefused(ServiceResponse response, String needed, Request request) {
    assertThat(response.status()).as(response.text()).isEqualTo(403);
    assertThat(response.header("WWW-Authenticate"))
        .isEqualTo(
            "Bearer realm=\"call-orders\", error=\"insufficient_scope\", scope=\"" + needed + "\"");
    JsonNode parameters = Json.object().put("missing", needed);
    assertThat(response.body())
        .isEqualTo(
            Json.object()
                .put("type", "urn:problem:call-orders:insufficient_scope")
                .put("title", "The access token lacks a scope")
                .put("status", 403)
                .put("code", "insufficient_scope")
                .put("detail", "The access token lacks the role " + needed + ".")
                .<ObjectNode>set("parameters", parameters)
                .put("instance", request.target().split("\\?")[0])
                .put("trace_id", response.header("X-Request-Id")));
  }

  @Test
  void refusedRequestChangesNothing() {
    String halt = "{\"country\": \"FR\", \"reason\": \"drill\"}";
    List<JsonNode> audited = operators.get("read").get("/admin/v1/audit-log").rows();

    operators.get("read").send("POST", "/admin/v1/dialing/halt", halt).is(403);

    assertThat(overview("read").path("halts")).isEmpty();
    assertThat(operators.get("read").get("/admin/v1/audit-log").rows()).isEqualTo(audited);
    operators.get("operate").send("POST", "/admin/v1/dialing/halt", halt).is(200);
    assertThat(overview("read").path("halts")).hasSize(1);
    operators.get("operate").send("POST", "/admin/v1/dialing/resume", halt).is(200);
  }

  @Test
  void overviewNamesTheOperatorAndItsRole() {
    for (String role : ROLES) {
      assertThat(overview(role).at("/operator/role").asText()).isEqualTo(role);
      assertThat(overview(role).at("/operator/name").asText()).startsWith("Ada ");
    }
    assertThat(service.admin().get("/admin/v1/overview").body().path("operator"))
        .isEqualTo(Json.object().put("name", "operator").put("role", "administer"));
  }

  private JsonNode overview(String role) {
    return operators.get(role).get("/admin/v1/overview").is(200).body();
  }

  @Test
  void withdrawnRoleAndTokenEndAtOnceOnTheNodeThatWithdraws() {
    JsonNode operator = newOperator("administer");
    Api own = service.administration(operator.path("token").asText());
    String path = "/admin/v1/operators/" + operator.path("operator_id").asText();
    own.get("/admin/v1/overview").is(200);

    own.send("PATCH", path, "{\"role\": \"read\"}").is(200);
    own.send("PATCH", path, "{\"role\": \"administer\"}").is(403);
    service.admin().patch(path, "{\"disabled\": true}");

    assertThat(own.get("/admin/v1/overview").is(401).code()).isEqualTo("unauthorized");
    service.admin().patch(path, "{\"disabled\": null}");
    own.get("/admin/v1/overview").is(200);
  }
}
