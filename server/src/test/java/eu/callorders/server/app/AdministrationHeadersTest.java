package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import java.net.http.HttpClient;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each operation of the administration with every header field and each of its values. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdministrationHeadersTest {
  private static final ContractCheck CONTRACT = ContractCheck.administration();

  @AutoClose private final HttpClient client = HttpClient.newHttpClient();
  private RunningTenant tenant;
  private JsonNode registration;
  private String order;
  private Api administration;

  @BeforeAll
  void begin() {
    RunningService service = RunningService.shared();
    tenant = service.newTenant();
    registration = tenant.register("{\"name\": \"fuzzed\"}");
    order = tenant.create(tenant.laterOrder());
    String address = "http://127.0.0.1:" + service.adminPort();
    administration = new Api(client, CONTRACT, address, RunningService.ADMIN_TOKEN);
  }

  static List<DocumentedOperation> operations() {
    return CONTRACT.operations();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void acceptsEveryHeaderField(DocumentedOperation operation) {
    Request request =
        new Request(operation.method(), target(operation), List.of(), body(operation.id()));

    assertThat(send(request.withEveryHeader("first")).status()).isBetween(200, 204);
    if (!operation.id().equals("rotateSigningKey")) { // all tests of the process share its keys
      request.withEachHeaderValue("varied").forEach(this::send);
    }
  }

  private ServiceResponse send(Request request) {
    ServiceResponse response = request.send(administration);
    assertThat(response.status()).as("%s: %s", request, response.text()).isLessThan(500);
    return response;
  }

  private String target(DocumentedOperation operation) {
    return operation
        .template()
        .replace("{tenant_id}", tenant.id())
        .replace("{client_id}", registration.path("client_id").asText())
        .replace("{secret_id}", registration.path("secret_id").asText())
        .replace("{order_id}", order)
        .replace("{reference}", "subject-1");
  }

  private String body(String operationId) {
    return switch (operationId) {
      case "createTenant", "updateTenant", "createRegistration" -> "{\"name\": \"Fuzzed\"}";
      case "updateRegistration" -> "{\"rate_limit\": \"5/10\"}";
      case "advanceTestClock" -> "{\"by\": \"PT0S\"}";
      case "haltDialing", "resumeDialing" ->
          "{\"tenant_id\": \"" + tenant.id() + "\", \"reason\": \"drill\"}";
      case "acceptRecovery", "resumeMaintenance" -> "{\"reason\": \"drill\"}";
      default -> null;
    };
  }
}
