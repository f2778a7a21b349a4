package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import java.util.List;
import java.util.UUID;

/**
 * For each operation of the administration, a request that succeeds once.
 *
 * @param deleted tenant that the request for its deletion names
 */
record AdministrationRequests(
    RunningTenant tenant,
    JsonNode registration,
    String order,
    JsonNode operator,
    JsonNode legalHold,
    RunningTenant deleted) {
  static final ContractCheck CONTRACT = ContractCheck.administration();

  /** Creates the resources that the requests are about. */
  static AdministrationRequests of(RunningService service) {
    RunningTenant tenant = service.newTenant();
    return new AdministrationRequests(
        tenant,
        tenant.register("{\"name\": \"requested\"}"),
        tenant.create(tenant.laterOrder()),
        service.admin().post("/admin/v1/operators", newOperator("read")).body(),
        service
            .admin()
            .post("/admin/v1/tenants/" + tenant.id() + "/legal-holds", legalHold("subject-2"))
            .body(),
        service.newTenant("{\"name\": \"Deleted\"}"));
  }

  /** The body of an operator whose name is taken by no other. */
  static String newOperator(String role) {
    return "{\"name\": \"Ada %s\", \"role\": \"%s\"}".formatted(UUID.randomUUID(), role);
  }

  static String legalHold(String reference) {
    return "{\"subject_reference\": \"" + reference + "\", \"reason\": \"drill\"}";
  }

  Request request(DocumentedOperation operation) {
    return new Request(operation.method(), target(operation), List.of(), body(operation.id()));
  }

  private String target(DocumentedOperation operation) {
    boolean deletes = operation.id().equals("deleteTenant");
    String query =
        switch (operation.id()) {
          case "searchDeployment" -> "?q=Mustermann";
          case "deleteTenant" -> "?confirm=Deleted";
          default -> "";
        };
    return (operation.template() + query)
        .replace("{tenant_id}", deletes ? deleted.id() : tenant.id())
        .replace("{client_id}", registration.path("client_id").asText())
        .replace("{secret_id}", registration.path("secret_id").asText())
        .replace("{operator_id}", operator.path("operator_id").asText())
        .replace("{order_id}", order)
        .replace("{legal_hold_id}", legalHold.path("id").asText())
        .replace("{code}", "LI")
        .replace("{reference}", "subject-1");
  }

  private String body(String operationId) {
    return switch (operationId) {
      case "createTenant", "updateTenant", "createRegistration" -> "{\"name\": \"Changed\"}";
      case "updateRegistration" -> "{\"rate_limit\": \"5/10\"}";
      case "createLegalHold" -> legalHold("subject-3");
      case "createOperator" -> newOperator("read");
      case "updateOperator" -> "{\"role\": \"operate\"}";
      case "advanceTestClock" -> "{\"by\": \"PT0S\"}";
      case "haltDialing", "resumeDialing" ->
          "{\"tenant_id\": \"" + tenant.id() + "\", \"reason\": \"drill\"}";
      case "replaceCountry" ->
          "{\"local_call_times\": [], \"reviewed_on\": \"2026-11-27\", \"source\": \"drill\"}";
      case "acceptRecovery", "resumeMaintenance" -> "{\"reason\": \"drill\"}";
      default -> null;
    };
  }
}
