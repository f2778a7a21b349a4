package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.HttpCalls;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every operation of the administration, asked once as it should be and once without its token:
 * each answer is held against the contract on its way.
 */
class AdministrationContractTest {
  private static final ContractCheck CONTRACT = ContractCheck.administration();

  private final RunningService service = RunningService.shared();
  private final Set<String> asked = new LinkedHashSet<>();

  @Test
  void answersEveryOperationAsItsContractSays() {
    RunningTenant tenancy = service.newTenant();
    String order = tenancy.create(tenancy.laterOrder());
    String tenant = "/admin/v1/tenants/" + tenancy.id();
    String scope = "{\"tenant_id\": \"" + tenancy.id() + "\", \"reason\": \"drill\"}";

    ask("createTenant", "POST", "/admin/v1/tenants", "{\"name\": \"Contract\"}");
    ask("listTenants", "GET", "/admin/v1/tenants?limit=2", null);
    ask("getTenant", "GET", tenant, null);
    ask("updateTenant", "PATCH", tenant, "{\"name\": \"Changed\"}");
    JsonNode registration =
        ask("createRegistration", "POST", tenant + "/registrations", "{\"name\": \"ERP\"}").body();
    ask("listRegistrations", "GET", tenant + "/registrations", null);
    String client = tenant + "/registrations/" + registration.path("client_id").asText();
    ask("getRegistration", "GET", client, null);
    ask("updateRegistration", "PATCH", client, "{\"rate_limit\": \"5/10\"}");
    JsonNode secret = ask("createSecret", "POST", client + "/secrets", null).body();
    String secretId = secret.path("secret_id").asText();
    ask("revokeSecret", "DELETE", client + "/secrets/" + secretId + "?revoke_tokens=true", null);
    ask("unlockRegistration", "POST", client + "/unlock", null);
    ask("haltDialing", "POST", "/admin/v1/dialing/halt", scope);
    ask("getOverview", "GET", "/admin/v1/overview", null);
    ask("explainCallOrder", "GET", tenant + "/call-orders/" + order + "/explanation", null);
    ask("resumeDialing", "POST", "/admin/v1/dialing/resume", scope);
    ask("getRecovery", "GET", "/admin/v1/recovery", null);
    ask("acceptRecovery", "POST", "/admin/v1/recovery/accept", "{\"reason\": \"fire drill\"}");
    ask("resumeMaintenance", "POST", "/admin/v1/maintenance/resume", "{\"reason\": \"drill\"}");
    ask("rotateSigningKey", "POST", "/admin/v1/signing-keys/rotate", null);
    ask("listMasterKeys", "GET", "/admin/v1/master-keys", null);
    ask("reencryptSecrets", "POST", "/admin/v1/master-keys/reencrypt", null);
    ask("getTestClock", "GET", tenant + "/test-clock", null);
    ask("advanceTestClock", "POST", tenant + "/test-clock/advance", "{\"by\": \"PT1M\"}");
    ask("exportSubject", "GET", tenant + "/subjects/somebody", null);
    ask("eraseSubject", "DELETE", tenant + "/subjects/somebody", null);
    ask("listAuditLog", "GET", "/admin/v1/audit-log?limit=5", null);

    assertThat(asked)
        .containsExactlyInAnyOrderElementsOf(
            CONTRACT.operations().stream().map(ContractCheck.Documented::id).toList());
  }

  @Test
  void letsNobodyDoAnythingWithoutTheToken() {
    try (HttpCalls stranger = new HttpCalls(service.adminPort(), "")) {
      for (ContractCheck.Documented operation : CONTRACT.operations()) {
        HttpCalls.Response answer = stranger.send(operation.method(), operation.path("x"), null);
        assertThat(answer.status()).as(operation.id()).isEqualTo(401);
      }
    }
  }

  @Test
  void servesItsContractAndAPageToReadIt() {
    try (HttpCalls reader = new HttpCalls(service.adminPort(), "")) {
      assertThat(reader.get("/openapi.yaml").text())
          .contains("operationId: haltDialing", "url: http://127.0.0.1:" + service.adminPort());
      assertThat(reader.get("/docs").text())
          .contains("<title>Outbound Call Order Administration</title>");
    }
  }

  private HttpCalls.Response ask(String operation, String method, String target, String body) {
    HttpCalls.Response answer = service.admin().send(method, target, body);
    assertThat(answer.status()).as(operation + ": " + answer.text()).isIn(200, 201, 202, 204);
    asked.add(operation);
    if (answer.text().startsWith("{")) {
      CONTRACT.checkAgainst(schema(operation, answer.status()), (ObjectNode) answer.body());
    }
    return answer;
  }

  /** Each answer has a schema of its own name, none is described in passing. */
  private static String schema(String operation, int status) {
    JsonNode response =
        CONTRACT.operations().stream()
            .filter(it -> it.id().equals(operation))
            .findFirst()
            .orElseThrow()
            .node()
            .path("responses")
            .path(Integer.toString(status));
    String reference = response.at("/content/application~1json/schema/$ref").asText();
    assertThat(reference).as(operation).startsWith("#/components/schemas/");
    return reference.substring("#/components/schemas/".length());
  }
}
