package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import eu.callorders.server.auth.DefectiveTokens;
import eu.callorders.server.auth.TokenForge;
import eu.callorders.server.http.RawHttp;
import eu.callorders.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every operation with invalid tokens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class DefectiveTokensTest {
  private static final String CHALLENGE =
      "Bearer realm=\"call-orders\", error=\"invalid_token\","
          + " error_description=\"No valid access token\"";

  /** A sentence that quotes at most the scheme or a claim's name. */
  private static final String DETAIL = "The [a-zA-Z0-9_ ]+(: Bearer <access token>)?\\.";

  private static final byte[] MASTER_KEY = new byte[32];

  private RunningService service;
  private RunningTenant tenant;
  private EveryOperation every;
  private String token;
  private TokenForge forge;
  private Map<String, String> defects;

  @BeforeAll
  void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
    every = EveryOperation.of(tenant);
    token = tenant.token();
    String sealed =
        "SELECT encode(private_key, 'base64') FROM signing_key WHERE retired_at IS NULL";
    byte[] key = Base64.getMimeDecoder().decode(service.sql(sealed).getFirst().getFirst());
    forge = TokenForge.fromToken(token, key, MASTER_KEY);
    defects = DefectiveTokens.of(forge);
  }

  /** Proves that each defect is the only one. */
  @Test
  void acceptsTokenWithoutDefect() {
    service.apiWithToken(forge.valid()).get("/v1/tenant").is(200);
    service
        .apiWithToken(forge.withClaims(claims -> claims.put("more", 1)))
        .get("/v1/tenant")
        .is(200);
    assertThat(send(get("/v1/tenant"), "authorization:  bearer \t " + token).status())
        .isEqualTo(200);
  }

  @Test
  void rejectsDefectiveTokens() {
    Map<String, String> heads = new LinkedHashMap<>();
    defects.forEach((defect, text) -> heads.put(defect, bearer(text)));
    heads.put("of another tenant", bearer(with("tenant_id", service.newTenant().id())));
    heads.put("of an unknown tenant", bearer(with("tenant_id", unknown("tn"))));
    heads.put("of an unknown registration", bearer(of(unknown("cli"))));
    heads.put("of a registration of another tenant", bearer(of(service.newTenant().clientId())));
    heads.keySet().removeAll(List.of("white space before", "white space after")); // trimmed by HTTP
    heads.values().removeIf(DefectiveTokensTest::isMalformed);

    assertThat(heads).hasSizeGreaterThan(110);
    assertAllRejected(heads);
  }

  @Test
  void acceptsTokenInOneHeaderOnly() {
    String basic = tenant.clientId() + ":" + tenant.clientSecret();
    String encoded = Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.US_ASCII));
    Map<String, String> heads = new LinkedHashMap<>();
    heads.put("nothing", "Accept: */*");
    heads.put("no value", "Authorization:");
    heads.put("no scheme", "Authorization: " + token);
    heads.put("no token", "Authorization: Bearer ");
    heads.put("Basic", "Authorization: Basic " + encoded);
    heads.put("Basic with a token", "Authorization: Basic " + token);
    heads.put("DPoP", "Authorization: DPoP " + token);
    heads.put("scheme and token in one", "Authorization: Bearer" + token);
    heads.put("scheme with a colon", "Authorization: Bearer: " + token);
    heads.put("scheme twice", "Authorization: Bearer Bearer " + token);
    heads.put("quoted", bearer("\"" + token + "\""));
    heads.put("percent-encoded", bearer(token.replace(".", "%2E")));
    heads.put("token twice", bearer(token + " " + token));
    heads.put("header twice", bearer(token) + "\r\n" + bearer(token));
    heads.put("header twice, one of them right", bearer("x") + "\r\n" + bearer(token));
    heads.put("other headers", "X-Authorization: Bearer " + token + "\r\nX-Access-Token: " + token);
    heads.put("the proxy's header", "Proxy-Authorization: Bearer " + token);
    heads.put("a cookie", "Cookie: access_token=" + token + "; Authorization=Bearer " + token);
    heads.put("tenant header", "X-Tenant-Id: " + tenant.id());
    heads.put("the secret", bearer(tenant.clientSecret()));
    heads.put("the client", bearer(tenant.clientId()));
    heads.put("the operator's", bearer(RunningService.ADMIN_TOKEN));

    assertAllRejected(heads);
  }

  @Test
  void rejectsTokenInQueryOrBody() {
    for (DocumentedOperation operation : EveryOperation.operations()) {
      Request plain = every.request(operation);
      String sign = plain.target().contains("?") ? "&" : "?";
      assertRefused(
          plain.withTarget(plain.target() + sign + "access_token=" + token), "Accept: */*");
      if (!operation.method().equals("GET")) {
        ObjectNode body = plain.body() == null ? Json.object() : Api.json(plain.body());
        assertRefused(plain.withBody(body.put("access_token", token).toString()), "Accept: */*");
      }
    }
  }

  /** Invalid HTTP is rejected before the token is checked. */
  @Test
  void rejectsInvalidHttpBeforeToken() {
    List<String> malformed =
        defects.values().stream()
            .map(DefectiveTokensTest::bearer)
            .filter(DefectiveTokensTest::isMalformed)
            .toList();
    assertThat(malformed).hasSize(2);
    for (DocumentedOperation operation : EveryOperation.operations()) {
      Request request = every.request(operation);
      malformed.forEach(head -> assertThat(send(request, head).status()).as(head).isEqualTo(400));
      String endless = bearer(token + "x".repeat(20_000));
      assertThat(send(request, endless).status()).isEqualTo(431);
    }
  }

  /** Without the signing key, responses do not reveal how claims are checked. */
  @Test
  void doesNotRevealChecksOfUnsignedClaims() {
    TokenForge other = forge.signingWithAnotherKey();
    Set<JsonNode> responses = new HashSet<>();
    responses.add(send(get("/v1/tenant"), bearer(other.valid())).json());
    for (String text : DefectiveTokens.ofClaims(other).values()) {
      responses.add(send(get("/v1/tenant"), bearer(text)).json());
    }

    assertThat(responses).hasSize(1);
  }

  @Test
  void tokenEndsWithSecretRegistrationAndTenant() {
    Map<String, String> heads = new LinkedHashMap<>();
    String path = "/admin/v1/tenants/" + tenant.id() + "/registrations/";
    for (String end : List.of("disabled", "revoked", "gone")) {
      JsonNode registration = tenant.register("{\"name\": \"" + end + "\"}");
      String client = registration.path("client_id").asText();
      String secret = registration.path("client_secret").asText();
      heads.put(end, bearer(tenant.token(client, secret, "")));
      assertThat(send(get("/v1/tenant"), heads.get(end)).status()).isEqualTo(200);
      switch (end) {
        case "disabled" -> service.admin().patch(path + client, "{\"disabled\": true}");
        case "revoked" -> {
          String id = registration.path("secret_id").asText();
          service.admin().delete(path + client + "/secrets/" + id + "?revoke_tokens=true");
        }
        default -> delete(client);
      }
    }
    RunningTenant closed = service.newTenant();
    heads.put("tenant disabled", bearer(closed.token()));
    service.admin().patch("/admin/v1/tenants/" + closed.id(), "{\"disabled\": true}");

    heads.forEach(
        (end, head) ->
            Await.until(end, () -> send(get("/v1/tenant"), head).status(), it -> it == 401));
    assertAllRejected(heads);
  }

  private void delete(String client) {
    Object id = IdKind.CLIENT.parse(client).orElseThrow();
    for (String table : List.of("client_lockout", "client_secret")) {
      service.sql("DELETE FROM " + table + " WHERE registration_id = ?", id);
    }
    service.sql("DELETE FROM client_registration WHERE id = ?", id);
  }

  @Test
  void rejectsTokenFromOtherAddress() {
    JsonNode bound =
        tenant.register(
            "{\"name\": \"bound\", \"allowlist\": [\"192.0.2.0/24\", \"2001:db8::/32\"]}");
    String client = bound.path("client_id").asText();
    String head =
        bearer(forge.withClaims(claims -> claims.put("client_id", client).put("sub", client)));
    Map<String, String> before = tenant.rows().digests();
    for (DocumentedOperation operation : EveryOperation.operations()) {
      RawHttp.RawResponse response =
          send(every.request(operation), head + "\r\nX-Forwarded-For: 192.0.2.1");
      assertThat(response.status()).as(operation.id()).isEqualTo(403);
      assertThat(response.json().path("code").asText()).isEqualTo("ip_not_allowlisted");
    }
    assertThat(tenant.rows().digests()).isEqualTo(before);
  }

  private void assertAllRejected(Map<String, String> heads) {
    Map<String, String> before = tenant.rows().digests();
    for (DocumentedOperation operation : EveryOperation.operations()) {
      Request request = every.request(operation);
      List<String> names = new ArrayList<>(heads.keySet());
      List<RawHttp.RawResponse> responses =
          PipelinedLoad.send(
              service.port(), names.stream().map(name -> bytes(request, heads.get(name))).toList());
      for (int each = 0; each < responses.size(); each++) {
        String defect = names.get(each);
        assertUnauthorized(defect + ": " + request, request, responses.get(each));
        assertRevealsNothing(heads.get(defect), responses.get(each));
      }
    }
    assertThat(tenant.rows().digests()).as("rows after refused requests").isEqualTo(before);
  }

  private void assertRefused(Request request, String head) {
    assertUnauthorized(request.toString(), request, send(request, head));
  }

  private static void assertUnauthorized(
      String what, Request request, RawHttp.RawResponse response) {
    assertThat(response.status()).as(what).isEqualTo(401);
    assertThat(response.header("WWW-Authenticate")).as(what).isEqualTo(CHALLENGE);
    assertThat(response.header("Content-Type")).as(what).isEqualTo("application/problem+json");
    String detail = response.json().path("detail").asText();
    assertThat(detail).as(what).matches(DETAIL);
    assertThat(response.json())
        .as(what)
        .isEqualTo(
            Json.object()
                .put("type", "urn:problem:call-orders:unauthorized")
                .put("title", "No valid access token")
                .put("status", 401)
                .put("code", "unauthorized")
                .put("detail", detail)
                .put("instance", request.target().replaceFirst("\\?.*", ""))
                .put("trace_id", "tokens"));
  }

  /** Responses must not repeat parts of the token. */
  private static void assertRevealsNothing(String head, RawHttp.RawResponse response) {
    String text = response.body() + response.headers();
    Arrays.stream(head.split("[\\s.,;=\"]+"))
        .filter(part -> part.length() > "Authorization:".length())
        .forEach(part -> assertThat(text).doesNotContain(part));
  }

  private String with(String claim, String value) {
    return forge.withClaims(claims -> claims.put(claim, value));
  }

  private String of(String client) {
    return forge.withClaims(claims -> claims.put("client_id", client).put("sub", client));
  }

  private static String unknown(String prefix) {
    return prefix + "_0000000000000000000000000x";
  }

  private static String bearer(String text) {
    return "Authorization: Bearer " + text;
  }

  private static boolean isMalformed(String head) {
    return head.indexOf('\n') >= 0 || head.indexOf('\0') >= 0;
  }

  private static Request get(String target) {
    return new Request("GET", target, List.of(), null);
  }

  private RawHttp.RawResponse send(Request request, String head) {
    return RawHttp.send(service.port(), bytes(request, head));
  }

  private static byte[] bytes(Request request, String head) {
    return PipelinedLoad.encode(request, head, "X-Request-Id: tokens");
  }
}
