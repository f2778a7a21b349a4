package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Authentication and authorization of every operation of the contract. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessTest {
  private RunningService service;
  private RunningTenant tenant;
  private final Map<String, Api> byScope = new HashMap<>();
  private final Map<String, Api> bySingleScope = new HashMap<>();

  @BeforeAll
  void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
    for (String scope : RunningTenant.SCOPES) {
      byScope.put(scope, tenant.without(scope));
      bySingleScope.put(scope, tenant.with(scope));
    }
  }

  static List<DocumentedOperation> operations() {
    return RunningService.CONTRACT.operations();
  }

  private static ServiceResponse call(Api api, DocumentedOperation operation) {
    return api.send(operation.method(), operation.path("x"), null);
  }

  @Test
  void contractHasFortyTwoOperationsBesideItsExtensions() {
    assertThat(operations()).filteredOn(each -> !each.isExtension()).hasSize(42);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void requiresToken(DocumentedOperation operation) {
    ServiceResponse refused = call(service.apiWithToken(""), operation).is(401, "unauthorized");

    assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
  }

  @ParameterizedTest
  @MethodSource("operations")
  void requiresScope(DocumentedOperation operation) {
    for (String scope : operation.scopes()) {
      ServiceResponse refused = call(byScope.get(scope), operation).is(403, "insufficient_scope");
      assertThat(refused.at("/detail")).contains(scope);
    }
  }

  @Test
  void rejectsDisabledRegistrationWithinSeconds() {
    RunningTenant shut = service.newTenant();
    Api api = shut.api();
    api.get("/v1/tenant").is(200);
    service
        .admin()
        .patch(
            "/admin/v1/tenants/" + shut.id() + "/registrations/" + shut.clientId(),
            "{\"disabled\": true}");

    Await.until(
        "the registration is disabled", () -> api.get("/v1/tenant"), it -> it.status() == 401);
  }

  @Test
  void restrictsRegistrationToItsAddresses() {
    RunningTenant bound = service.newTenant();
    Api api = bound.api();
    service
        .admin()
        .patch(
            "/admin/v1/tenants/" + bound.id() + "/registrations/" + bound.clientId(),
            "{\"allowlist\": [\"192.0.2.0/24\"]}");

    Await.until(
        "the address is refused",
        () -> api.get("/v1/tenant"),
        it -> it.code().equals("ip_not_allowlisted"));
  }

  @Test
  void limitsRateOfRegistration() {
    JsonNode slow = tenant.register("{\"name\": \"slow\", \"rate_limit\": \"1/3\"}");
    Api api =
        service.apiWithToken(
            tenant.token(slow.path("client_id").asText(), slow.path("client_secret").asText(), ""));
    List<ServiceResponse> responses = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      responses.add(api.get("/v1/tenant"));
    }

    assertThat(responses.getFirst().header("RateLimit-Limit")).isEqualTo("3");
    assertThat(responses.getFirst().header("RateLimit-Remaining")).isEqualTo("2");
    ServiceResponse limited =
        responses.stream().filter(it -> it.status() == 429).findFirst().orElseThrow();
    assertThat(limited.code()).isEqualTo("rate_limited");
    assertThat(Integer.parseInt(limited.header("Retry-After"))).isPositive();
    assertThat(limited.header("RateLimit-Remaining")).isEqualTo("0");
  }

  @Test
  void limitsRateOfTenantOverItsRegistrations() {
    RunningTenant limited = service.newTenant("{\"name\": \"Limited\", \"rate_limit\": \"1/3\"}");
    List<Api> registrations = List.of(limited.api(), limited.with("config:read"));
    List<ServiceResponse> responses = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      responses.add(registrations.get(i % 2).get("/v1/tenant"));
    }

    assertThat(responses).extracting(ServiceResponse::status).contains(200, 429);
    ServiceResponse refused =
        responses.stream().filter(it -> it.status() == 429).findFirst().orElseThrow();
    assertThat(refused.code()).isEqualTo("rate_limited");
    assertThat(refused.header("RateLimit-Limit")).isEqualTo("3");
  }

  @Test
  void rejectsUnknownPathsAndMethods() {
    Api api = tenant.api();
    for (String path : List.of("/v1", "/v1/", "/v1/call-orders/", "/v2/call-orders", "/v1/Calls")) {
      api.get(path).is(404, "not_found");
    }
    ServiceResponse refused =
        api.send("DELETE", Api.ORDERS + "/ord_1", null).is(405, "method_not_allowed");
    assertThat(refused.header("Allow").split(", ")).contains("GET", "PATCH").doesNotContain("POST");
    api.send("PUT", Api.ORDERS, "{}").is(405, "method_not_allowed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/call-orders/preview | GET, PATCH, POST",
        "/v1/call-orders/pre%76iew | GET, PATCH, POST",
        "/v1/sequences/preview | GET, POST"
      })
  void allowsTheMethodsOfAllOperationsOfAPath(String path, String allowed) {
    Api api = tenant.api();

    assertThat(api.send("DELETE", path, null).is(405, "method_not_allowed").header("Allow"))
        .isEqualTo(allowed);
    for (String method : allowed.split(", ")) {
      assertThat(api.send(method, path, method.equals("GET") ? null : "{}").status())
          .isNotEqualTo(405);
    }
  }

  @Test
  void doesNotServeAdministrationOnApiListener() {
    tenant.api().get("/admin/v1/tenants").is(404, "not_found");
    assertThat(service.admin().get("/v1/tenant").status()).isEqualTo(404);
  }
}
