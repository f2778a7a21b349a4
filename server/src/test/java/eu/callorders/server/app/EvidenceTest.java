package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import eu.callorders.server.Await;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The evidence of a call over HTTP. */
@Tag("long")
class EvidenceTest {
  private static final String KEYS = "/.well-known/evidence-jwks.json";

  private final SubjectData data = new SubjectData();
  private final RunningService service = data.service;
  private final RunningTenant tenant = data.tenant;
  private final Api api = data.api;

  private String endedCall(OrderBody order) {
    return tenant.awaitEnd(tenant.create(order)).at("/calls/0/id");
  }

  private static String path(String call) {
    return "/v1/calls/" + call + "/evidence";
  }

  private JWKSet keys() throws Exception {
    return JWKSet.parse(service.tokens().get(KEYS).body());
  }

  @Test
  void foreignLibraryVerifiesItWithThePublishedKeys() throws Exception {
    String call = endedCall(tenant.order("21"));

    ServiceResponse evidence = api.get(path(call)).is(200);

    JWSObject jws = JWSObject.parse(evidence.at("/jws"));
    ECKey key = (ECKey) keys().getKeyByKeyId(jws.getHeader().getKeyID());
    assertThat(key.isPrivate()).isFalse();
    assertThat(jws.verify(new ECDSAVerifier(key))).isTrue();
    assertThat(Api.json(jws.getPayload().toString())).isEqualTo(evidence.body().path("document"));
    JsonNode document = evidence.body().path("document");
    assertThat(document.path("call_id").asText()).isEqualTo(call);
    assertThat(document.path("tenant_id").asText()).isEqualTo(tenant.id());
    assertThat(document.path("gateway_events").findValuesAsText("type"))
        .contains("call.accepted", "call.ringing", "call.answered", "call.disclosed", "call.ended");
    assertThat(document.at("/disclosure/spoken_sha256"))
        .isEqualTo(document.at("/disclosure/text_sha256"));
  }

  @Test
  void keysOfAccessTokensAreOthers() throws Exception {
    String call = endedCall(tenant.order("21"));
    String jws = api.get(path(call)).at("/jws");
    JWKSet tokens = JWKSet.parse(service.tokens().get("/.well-known/jwks.json").body());

    assertThat(tokens.getKeyByKeyId(JWSObject.parse(jws).getHeader().getKeyID())).isNull();
    assertThat(service.apiWithToken(jws).get("/v1/tenant").is(401).code())
        .isEqualTo("unauthorized");
  }

  @Test
  void staysTheSameWhenTheSubjectIsErased() {
    OrderBody person = data.person("ref-" + SubjectData.CANARY);
    String call = endedCall(person);
    ServiceResponse before = api.get(path(call)).is(200);
    assertThat(before.body().path("document").toString())
        .doesNotContain(SubjectData.CANARY)
        .doesNotContain(person.phone())
        .doesNotContain(person.phone().substring(1));
    JsonNode export = data.subject(person).body();
    assertThat(export.at("/evidence/0/jws").asText()).isEqualTo(before.at("/jws"));
    assertThat(export.at("/evidence/0/call_id").asText()).isEqualTo(call);

    data.erase(person);

    assertThat(api.get(path(call)).is(200).at("/jws")).isEqualTo(before.at("/jws"));
  }

  @Test
  void isNotReadyDuringTheCall() {
    OrderBody order =
        tenant
            .order("21")
            .setJson("/simulate", "{\"delays\": {\"ring_ms\": 0, \"talk_ms\": 5000}}");
    String id = tenant.create(order);
    tenant.await(id, "in_progress");
    String call = api.order(id).at("/calls/0/id");

    api.get(path(call)).is(409, "evidence_not_ready");

    tenant.awaitEnd(id);
    api.get(path(call)).is(200);
  }

  @Test
  void callsOfOthersAndUnknownOnesAreNotFound() {
    String call = endedCall(tenant.order("21"));

    service.newTenant().api().get(path(call)).is(404, "not_found");
    api.get(path("call_00000000000000000000000000")).is(404, "not_found");
    api.get(path("x")).is(404, "not_found");
  }

  @Test
  void callWithoutEvidenceOfAnEarlierReleaseIsNotFound() {
    String call = endedCall(tenant.order("21"));
    service.sql("DELETE FROM call_evidence WHERE tenant_id = ?", tenant.uuid());

    assertThat(api.get(path(call)).is(404, "not_found").at("/detail")).contains("earlier release");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/*, application/json;q=0.5"
      })
  void pageForPeopleShowsIt(String accept) {
    String call = endedCall(tenant.order("21"));

    ServiceResponse page = api.get(path(call), "Accept", accept).is(200);

    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    assertThat(page.text())
        .contains("Evidence of call " + call, "contacts per day", "call.disclosed")
        .contains(api.get(path(call)).at("/jws"))
        .doesNotContain("{{");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*/*", "application/json", "application/json, text/html;q=0.9"})
  void programsGetJson(String accept) {
    String call = endedCall(tenant.order("21"));

    assertThat(api.get(path(call), "Accept", accept).is(200).header("Content-Type"))
        .isEqualTo("application/json");
    api.get(path(call), "Accept", "application/pdf").is(406, "not_acceptable");
  }

  @Test
  void additionOfTheTenantIsSpokenAfterTheSentence() {
    String settings = "/admin/v1/tenants/" + tenant.id();
    service
        .admin()
        .patch(settings, "{\"disclosures\": {\"de\": \"Das Gespräch wird nicht aufgezeichnet.\"}}");
    String call = endedCall(tenant.order("21"));

    String first = api.get("/v1/calls/" + call + "/transcript").is(200).at("/turns/0/text");

    assertThat(first)
        .contains("KI-Sprachassistent")
        .contains("Das Gespräch wird nicht aufgezeichnet.");
    assertThat(first.indexOf("KI-Sprachassistent")).isLessThan(first.indexOf("Das Gespräch"));
  }

  @Test
  void rootIsInTheAuditLog() {
    String call = endedCall(tenant.order("21"));

    service.sql(
        """
        WITH made AS (DELETE FROM call_evidence WHERE tenant_id = ? RETURNING *)
        INSERT INTO call_evidence (call_id, tenant_id, created_at, jws)
        SELECT call_id, tenant_id, created_at - interval '1 minute', jws FROM made
        """,
        tenant.uuid());

    ServiceResponse evidence =
        Await.until(
            "the evidence is anchored",
            () -> api.get(path(call)),
            found -> found.body().has("inclusion"));

    List<String> roots =
        service
            .admin()
            .get("/admin/v1/audit-log?limit=100&action=evidence.anchored")
            .body()
            .path("data")
            .findValuesAsText("target");
    assertThat(roots).contains(evidence.at("/inclusion/root"));
  }
}
