package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import eu.callorders.server.http.RawHttp;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests every operation with every set of scopes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class ScopesTest {
  private static final String ANY_TOKEN = "-";

  /** Scopes by operation, from the interface specification. */
  private static final Map<String, String> NEEDED =
      table(
          """
          POST   /v1/call-orders                                           orders:write
          GET    /v1/call-orders                                           orders:read
          GET    /v1/call-orders/{order_id}                                orders:read
          PATCH  /v1/call-orders/{order_id}                                orders:write
          POST   /v1/call-orders/{order_id}/cancel                         orders:write
          GET    /v1/calls                                                 orders:read
          GET    /v1/calls/{call_id}                                       orders:read
          GET    /v1/calls/{call_id}/transcript                            transcripts:read
          GET    /v1/calls/{call_id}/recording                             -
          GET    /v1/order-types                                           config:read
          POST   /v1/order-types                                           config:write
          GET    /v1/order-types/{key}                                     config:read
          PATCH  /v1/order-types/{key}                                     config:write
          POST   /v1/order-types/{key}/archive                             config:write
          POST   /v1/signals                                               orders:write
          GET    /v1/signals/{signal_id}                                   orders:read
          GET    /v1/sequences                                             config:read
          POST   /v1/sequences                                             config:write
          GET    /v1/sequences/{sequence_id}                               config:read
          POST   /v1/sequences/{sequence_id}/versions                      config:write
          POST   /v1/sequences/{sequence_id}/versions/{version}/activate   config:write
          POST   /v1/sequences/{sequence_id}/archive                       config:write
          GET    /v1/enrollments                                           orders:read
          GET    /v1/enrollments/{enrollment_id}                           orders:read
          POST   /v1/enrollments/{enrollment_id}/pause                     orders:write
          POST   /v1/enrollments/{enrollment_id}/resume                    orders:write
          POST   /v1/enrollments/{enrollment_id}/cancel                    orders:write
          GET    /v1/suppressions                                          config:read
          POST   /v1/suppressions                                          suppressions:write
          DELETE /v1/suppressions/{suppression_id}                         suppressions:write
          GET    /v1/webhook-endpoints                                     config:read
          POST   /v1/webhook-endpoints                                     config:write
          GET    /v1/webhook-endpoints/{endpoint_id}                       config:read
          PATCH  /v1/webhook-endpoints/{endpoint_id}                       config:write
          DELETE /v1/webhook-endpoints/{endpoint_id}                       config:write
          POST   /v1/webhook-endpoints/{endpoint_id}/test                  config:write
          POST   /v1/webhook-endpoints/{endpoint_id}/rotate-secret         config:write
          POST   /v1/webhook-endpoints/{endpoint_id}/replay                config:write
          GET    /v1/webhook-deliveries                                    config:read
          GET    /v1/events                                                events:read
          GET    /v1/events/{event_id}                                     events:read
          GET    /v1/tenant                                                config:read
          """);

  /** Scopes of the extensions. */
  private static final Map<String, String> EXTENSIONS =
      table(
          """
          POST   /v1/call-orders/preview                                   orders:write
          GET    /v1/call-orders/{order_id}/explanation                    orders:read
          GET    /v1/calls/{call_id}/evidence                              orders:read
          GET    /v1/holds                                                 config:read
          POST   /v1/holds                                                 suppressions:write
          GET    /v1/holds/{hold_id}                                       config:read
          DELETE /v1/holds/{hold_id}                                       suppressions:write
          GET    /v1/order-types/{key}/versions                            config:read
          GET    /v1/promises                                              orders:read
          GET    /v1/promises/{promise_id}                                 orders:read
          POST   /v1/sequences/preview                                     config:read
          POST   /v1/webhook-deliveries/{delivery_id}/resend               config:write
          GET    /v1/sandbox/clock                                         config:read
          POST   /v1/sandbox/clock                                         config:write
          """);

  private static final Set<String> COSTLY = Set.of("replayWebhookEvents", "testWebhookEndpoint");

  private RunningService service;
  private RunningTenant tenant;
  private EveryOperation every;
  private final Map<Set<String>, String> tokens = new HashMap<>();

  @BeforeAll
  void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
    every = EveryOperation.of(tenant);
    for (int set = 0; set < 1 << RunningTenant.SCOPES.size(); set++) {
      int bits = set;
      Set<String> scopes =
          IntStream.range(0, RunningTenant.SCOPES.size())
              .filter(each -> (bits >> each & 1) == 1)
              .mapToObj(RunningTenant.SCOPES::get)
              .collect(Collectors.toSet());
      tokens.put(
          scopes,
          scopes.isEmpty() ? tokenWithoutScopes() : tenant.token(scopes.toArray(String[]::new)));
    }
  }

  private String tokenWithoutScopes() {
    var none = tenant.register("{\"name\": \"nothing\", \"scopes\": []}");
    return tenant.token(none.path("client_id").asText(), none.path("client_secret").asText(), "");
  }

  private static Map<String, String> table(String text) {
    return text.lines()
        .map(line -> line.split(" +"))
        .collect(Collectors.toMap(row -> row[0] + " " + row[1], row -> row[2]));
  }

  private static String needed(DocumentedOperation operation) {
    String key = operation.method() + " " + operation.template();
    return operation.isExtension() ? EXTENSIONS.get(key) : NEEDED.get(key);
  }

  @Test
  void contractAndSpecificationRequireTheSameScopes() {
    Map<String, String> named = new TreeMap<>();
    Map<String, String> extensions = new TreeMap<>();
    for (DocumentedOperation operation : EveryOperation.operations()) {
      (operation.isExtension() ? extensions : named)
          .put(
              operation.method() + " " + operation.template(),
              operation.scopes().isEmpty() ? ANY_TOKEN : String.join(" ", operation.scopes()));
    }

    assertThat(named).hasSize(42).isEqualTo(new TreeMap<>(NEEDED));
    assertThat(extensions).isEqualTo(new TreeMap<>(EXTENSIONS));
  }

  @Test
  void issuerSupportsExactlyTheSpecifiedScopes() {
    String metadata = service.tokens().get("/.well-known/oauth-authorization-server").body();

    assertThat(ServiceResponse.items(Json.parse(metadata).path("scopes_supported")))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(RunningTenant.SCOPES);
  }

  @Test
  void operationRequiresExactlyItsScope() {
    assertThat(tokens).hasSize(256);
    Map<String, String> before = tenant.rows().digests();
    int refused = 0;
    for (DocumentedOperation operation : EveryOperation.operations()) {
      refused += countRejectedWithoutScope(operation);
    }
    assertThat(tenant.rows().digests()).as("rows after rejected requests").isEqualTo(before);

    int allowed = 0;
    for (DocumentedOperation operation : EveryOperation.operations()) {
      allowed += countAllowedWithScope(operation);
    }
    assertThat(refused + allowed).isEqualTo(EveryOperation.operations().size() * 256);
  }

  private int countRejectedWithoutScope(DocumentedOperation operation) {
    String scope = needed(operation);
    List<Set<String>> sets =
        tokens.keySet().stream()
            .filter(set -> !scope.equals(ANY_TOKEN) && !set.contains(scope))
            .toList();
    Request request = every.request(operation);
    for (RawHttp.RawResponse response : send(request, sets)) {
      assertThat(response.status()).as(request + " " + response).isEqualTo(403);
      assertThat(response.header("WWW-Authenticate"))
          .isEqualTo(
              "Bearer realm=\"call-orders\", error=\"insufficient_scope\", scope=\""
                  + scope
                  + "\"");
      assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(response.json()).isEqualTo(problem(scope, request));
    }
    return sets.size();
  }

  private static JsonNode problem(String scope, Request request) {
    ObjectNode problem = Json.object();
    problem.putObject("parameters").put("missing", scope);
    return problem
        .put("type", "urn:problem:call-orders:insufficient_scope")
        .put("title", "The access token lacks a scope")
        .put("status", 403)
        .put("code", "insufficient_scope")
        .put("detail", "The access token lacks the scope " + scope + ".")
        .put("instance", request.target().replaceFirst("\\?.*", ""))
        .put("trace_id", "scopes");
  }

  private int countAllowedWithScope(DocumentedOperation operation) {
    String scope = needed(operation);
    Request request = every.request(operation);
    List<Set<String>> sets =
        new ArrayList<>(
            tokens.keySet().stream()
                .filter(set -> scope.equals(ANY_TOKEN) || set.contains(scope))
                .toList());
    Set<String> least = scope.equals(ANY_TOKEN) ? Set.of() : Set.of(scope);
    RawHttp.RawResponse first = send(request, List.of(least)).getFirst();
    RunningService.CONTRACT.check(
        request.method(), request.target(), new ServiceResponse(new RawResponse(first)));
    if (scope.equals(ANY_TOKEN)) {
      assertThat(first.json().path("code").asText()).isEqualTo("recording_unavailable");
    } else {
      assertThat(first.status()).as(request + " " + first).isBetween(200, 299);
    }
    sets.remove(least);
    for (List<Set<String>> together : together(operation, sets)) {
      for (RawHttp.RawResponse response : send(request, together)) {
        assertThat(response.status()).as(request + " " + response).isEqualTo(first.status());
      }
    }
    return sets.size() + 1;
  }

  /** Splits costly requests, whose concurrency per tenant is limited. */
  private static List<List<Set<String>>> together(
      DocumentedOperation operation, List<Set<String>> sets) {
    return COSTLY.contains(operation.id()) ? sets.stream().map(List::of).toList() : List.of(sets);
  }

  private List<RawHttp.RawResponse> send(Request request, List<Set<String>> sets) {
    return PipelinedLoad.send(
        service.port(),
        sets.stream()
            .map(
                set ->
                    PipelinedLoad.encode(
                        request,
                        "Authorization: Bearer " + tokens.get(set),
                        "X-Request-Id: scopes"))
            .toList());
  }
}
