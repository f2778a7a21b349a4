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
    String call,
    JsonNode operator,
    String hold,
    JsonNode legalHold,
    RunningTenant deleted) {
  private static final String HOLD = "{\"subject_reference\": \"held\", \"reason\": \"other\"}";
  static final ContractCheck CONTRACT = ContractCheck.administration();

  private static final String PREDIAL_CHECK =
      "{\"predial_check\": {\"url\": \"http://localhost:9/predial\"}}";

  /** Creates the resources that the requests are about. */
  static AdministrationRequests of(RunningService service) {
    RunningTenant tenant = service.newTenant();
    String call = runningCall(tenant);
    service.admin().send("PATCH", "/admin/v1/tenants/" + tenant.id(), PREDIAL_CHECK);
    return new AdministrationRequests(
        tenant,
        tenant.register("{\"name\": \"requested\"}"),
        tenant.create(tenant.laterOrder()),
        call,
        service.admin().post("/admin/v1/operators", newOperator("read")).body(),
        tenant.api().post("/v1/holds", Api.json(HOLD)).is(201).id(),
        service
            .admin()
            .post("/admin/v1/tenants/" + tenant.id() + "/legal-holds", legalHold("subject-2"))
            .body(),
        service.newTenant("{\"name\": \"Deleted\"}"));
  }

  /** A call that goes on for ten minutes. */
  private static String runningCall(RunningTenant tenant) {
    tenant.await(
        tenant.create(tenant.order("06").set("/simulate/delays/talk_ms", 600_000)), "in_progress");
    return tenant
        .service()
        .admin()
        .get("/admin/v1/tenants/" + tenant.id() + "/calls")
        .body()
        .at("/data/0/call_id")
        .asText();
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
        .replace("{call_id}", call)
        .replace("{secret_id}", registration.path("secret_id").asText())
        .replace("{operator_id}", operator.path("operator_id").asText())
        .replace("{order_id}", order)
        .replace("{hold_id}", hold)
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
      case "createHold" -> HOLD;
      case "importHolds" -> "{\"holds\": [" + HOLD + "]}";
      case "acceptRecovery", "resumeMaintenance", "hangUpCall" -> "{\"reason\": \"drill\"}";
      default -> null;
    };
  }
}
