package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.TestHttpClient;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every operation of the administration, once valid and once without a token; responses are checked
 * against the contract.
 */
class AdministrationContractTest {
  private static final ContractCheck CONTRACT = ContractCheck.administration();

  private static final String OPERATORS = "/admin/v1/operators";

  private static final String COUNTRY =
      """
      {"local_call_times": [{"days": ["mon", "tue"], "from": "09:00", "to": "24:00"}],
       "on_holidays": true, "max_dials_per_7_days": 7, "max_conversations_per_7_days": 1,
       "valid_from": "2026-12-01", "reviewed_on": "2026-11-27", "source": "a law"}
      """;

  private final RunningService service = RunningService.shared();
  private final Set<String> executed = new LinkedHashSet<>();

  @Test
  void responsesMatchContract() {
    RunningTenant tenancy = service.newTenant();
    String order = tenancy.create(tenancy.laterOrder());
    String tenant = "/admin/v1/tenants/" + tenancy.id();
    String scope = "{\"tenant_id\": \"" + tenancy.id() + "\", \"reason\": \"drill\"}";

    JsonNode created =
        execute("createTenant", "POST", "/admin/v1/tenants", "{\"name\": \"Contract\"}").body();
    execute("listTenants", "GET", "/admin/v1/tenants?limit=2", null);
    execute("getTenant", "GET", tenant, null);
    execute("updateTenant", "PATCH", tenant, "{\"name\": \"Changed\"}");
    execute(
        "updateTenant",
        "PATCH",
        tenant,
        "{\"predial_check\": {\"url\": \"http://localhost:9/predial\"}}");
    execute("rotatePredialSecret", "POST", tenant + "/predial-check/rotate-secret", null);
    execute("updateTenant", "PATCH", tenant, "{\"predial_check\": null}");
    execute("listTenants", "GET", "/admin/v1/tenants?limit=1", null);
    JsonNode registration =
        execute("createRegistration", "POST", tenant + "/registrations", "{\"name\": \"ERP\"}")
            .body();
    execute("listRegistrations", "GET", tenant + "/registrations", null);
    String client = tenant + "/registrations/" + registration.path("client_id").asText();
    execute("getRegistration", "GET", client, null);
    execute("updateRegistration", "PATCH", client, "{\"rate_limit\": \"5/10\"}");
    JsonNode secret = execute("createSecret", "POST", client + "/secrets", null).body();
    String secretId = secret.path("secret_id").asText();
    execute(
        "revokeSecret", "DELETE", client + "/secrets/" + secretId + "?revoke_tokens=true", null);
    execute("unlockRegistration", "POST", client + "/unlock", null);
    JsonNode operator =
        execute("createOperator", "POST", OPERATORS, "{\"name\": \"Ada\", \"role\": \"read\"}")
            .body();
    execute("listOperators", "GET", OPERATORS + "?limit=2", null);
    execute(
        "updateOperator",
        "PATCH",
        OPERATORS + "/" + operator.path("operator_id").asText(),
        "{\"name\": \"Ada of the contract\", \"role\": \"operate\", \"disabled\": true}");
    execute("listCountries", "GET", "/admin/v1/countries", null);
    execute("getCountry", "GET", "/admin/v1/countries/AD", null);
    execute("replaceCountry", "PUT", "/admin/v1/countries/AD", COUNTRY);
    execute("getCountry", "GET", "/admin/v1/countries/AD", null);
    tenancy.await(
        tenancy.create(tenancy.order("06").set("/simulate/delays/talk_ms", 600_000)),
        "in_progress");
    String call =
        execute("listRunningCalls", "GET", tenant + "/calls", null)
            .body()
            .at("/data/0/call_id")
            .asText();
    execute("hangUpCall", "POST", tenant + "/calls/" + call + "/hangup", "{\"reason\": \"drill\"}");
    execute("haltDialing", "POST", "/admin/v1/dialing/halt", scope);
    JsonNode halts = execute("listHalts", "GET", "/admin/v1/dialing/halts", null).body();
    assertThat(halts.path("halts").toString()).contains(tenancy.id());
    execute("getOverview", "GET", "/admin/v1/overview", null);
    JsonNode rule =
        execute("explainCallOrder", "GET", tenant + "/call-orders/" + order + "/explanation", null)
            .body()
            .at("/rules/0");
    assertThat(rule.path("rule").asText()).isEqualTo("halt");
    assertThat(rule.at("/parameters/kind").asText()).isEqualTo("operator");
    assertThat(rule.at("/parameters/reason").asText()).isEqualTo("drill");
    assertThat(rule.at("/parameters/tenant_id").asText()).isEqualTo(tenancy.id());
    execute("resumeDialing", "POST", "/admin/v1/dialing/resume", scope);
    JsonNode hold =
        execute(
                "createHold",
                "POST",
                tenant + "/holds",
                "{\"subject_reference\": \"held\", \"reason\": \"deceased\"}")
            .body();
    String holdPath = tenant + "/holds/" + hold.path("id").asText();
    execute("listHolds", "GET", tenant + "/holds", null);
    execute("getHold", "GET", holdPath, null);
    execute(
        "importHolds",
        "POST",
        tenant + "/hold-imports",
        "{\"holds\": [{\"subject_reference\": \"held\", \"reason\": \"deceased\"}]}");
    execute("releaseHold", "DELETE", holdPath, null);
    execute("getRecovery", "GET", "/admin/v1/recovery", null);
    execute("acceptRecovery", "POST", "/admin/v1/recovery/accept", "{\"reason\": \"fire drill\"}");
    execute("resumeMaintenance", "POST", "/admin/v1/maintenance/resume", "{\"reason\": \"drill\"}");
    execute("rotateSigningKey", "POST", "/admin/v1/signing-keys/rotate", null);
    execute("listMasterKeys", "GET", "/admin/v1/master-keys", null);
    execute("reencryptSecrets", "POST", "/admin/v1/master-keys/reencrypt", null);
    execute("getTestClock", "GET", tenant + "/test-clock", null);
    execute("advanceTestClock", "POST", tenant + "/test-clock/advance", "{\"by\": \"PT1M\"}");
    execute("exportSubject", "GET", tenant + "/subjects/subject-1", null);
    execute("eraseSubject", "DELETE", tenant + "/subjects/subject-1", null);
    String legalHolds = tenant + "/legal-holds";
    String body = AdministrationRequests.legalHold("subject-2");
    JsonNode legalHold = execute("createLegalHold", "POST", legalHolds, body).body();
    execute("createLegalHold", "POST", legalHolds, body);
    execute("listLegalHolds", "GET", legalHolds + "?subject_reference=subject-2", null);
    execute("exportSubject", "GET", tenant + "/subjects/subject-2", null);
    String held = legalHolds + "/" + legalHold.path("id").asText();
    execute("getLegalHold", "GET", held, null);
    execute("releaseLegalHold", "DELETE", held, null);
    execute("searchDeployment", "GET", "/admin/v1/search?q=" + order, null);
    execute("getStatistics", "GET", "/admin/v1/statistics?step=P1D", null);
    execute("listAuditLog", "GET", "/admin/v1/audit-log?limit=5", null);
    String deleted = "/admin/v1/tenants/" + created.path("tenant_id").asText();
    execute("deleteTenant", "DELETE", deleted + "?confirm=Contract", null);

    assertThat(executed)
        .containsExactlyInAnyOrderElementsOf(
            CONTRACT.operations().stream().map(ContractCheck.DocumentedOperation::id).toList());
  }

  @Test
  void requiresToken() {
    try (TestHttpClient anonymous = new TestHttpClient(service.adminPort(), "")) {
      for (ContractCheck.DocumentedOperation operation : CONTRACT.operations()) {
        TestHttpClient.Response response =
            anonymous.send(operation.method(), operation.path("x"), null);
        assertThat(response.status()).as(operation.id()).isEqualTo(401);
      }
    }
  }

  @Test
  void servesContractAndDocumentation() {
    try (TestHttpClient reader = new TestHttpClient(service.adminPort(), "")) {
      assertThat(reader.get("/openapi.yaml").text())
          .contains("operationId: haltDialing", "url: http://127.0.0.1:" + service.adminPort());
      assertThat(reader.get("/docs").text())
          .contains("<title>Outbound Call Order Administration</title>");
    }
  }

  private TestHttpClient.Response execute(
      String operation, String method, String target, String body) {
    TestHttpClient.Response response = service.admin().send(method, target, body);
    assertThat(response.status()).as(operation + ": " + response.text()).isIn(200, 201, 202, 204);
    executed.add(operation);
    if (response.text().startsWith("{")) {
      CONTRACT.checkAgainst(schema(operation, response.status()), (ObjectNode) response.body());
    }
    return response;
  }

  /** The name of a response's schema; each must have its own. */
  private static String schema(String operation, int status) {
    JsonNode documented =
        CONTRACT.operations().stream()
            .filter(it -> it.id().equals(operation))
            .findFirst()
            .orElseThrow()
            .node()
            .path("responses")
            .path(Integer.toString(status));
    String reference = documented.at("/content/application~1json/schema/$ref").asText();
    assertThat(reference).as(operation).startsWith("#/components/schemas/");
    return reference.substring("#/components/schemas/".length());
  }
}
