package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.signing.SigningSecret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The check before the dial as a setting of a tenant. */
class TenantPredialCheckTest {
  private static final String TENANTS = "/admin/v1/tenants";
  private static final String URL = "http://localhost:9/predial";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Api admin = service.administration(RunningService.ADMIN_TOKEN);

  private ServiceResponse patch(String check) {
    return patch(tenant, check);
  }

  private ServiceResponse patch(RunningTenant of, String check) {
    return admin.send("PATCH", TENANTS + "/" + of.id(), "{\"predial_check\": " + check + "}");
  }

  private ServiceResponse rotate() {
    return admin.post(TENANTS + "/" + tenant.id() + "/predial-check/rotate-secret");
  }

  private JsonNode check() {
    return admin.get(TENANTS + "/" + tenant.id()).is(200).body().path("predial_check");
  }

  private static String url(String url) {
    return "{\"url\": \"" + url + "\"}";
  }

  private List<List<String>> secrets() {
    return service.sql(
        "SELECT retires_at IS NULL FROM predial_secret WHERE tenant_id = ? ORDER BY created_at, id",
        tenant.uuid());
  }

  private List<List<String>> auditActions() {
    return service.sql(
        "SELECT action FROM audit_entry WHERE tenant_id = ? ORDER BY id", tenant.uuid());
  }

  @Test
  void isAbsentUnlessSet() {
    assertThat(check().isMissingNode()).isTrue();
    rotate().is(404, "not_found");
    assertThat(patch("null").is(200).body().has("predial_check")).isFalse();
  }

  @Test
  void isSetWithDefaultsAndShowsItsSecretOnce() {
    JsonNode set = patch(url(URL)).is(200).body().path("predial_check");

    assertThat(SigningSecret.parse(set.path("secret").asText())).isNotNull();
    assertThat(set.path("timeout_ms").asInt()).isEqualTo(800);
    assertThat(set.path("on_failure").asText()).isEqualTo("hold");
    assertThat(check().toString())
        .isEqualTo("{\"url\":\"" + URL + "\",\"timeout_ms\":800,\"on_failure\":\"hold\"}");
    assertThat(admin.get(TENANTS + "?limit=1").is(200).rows().getFirst().at("/predial_check/url"))
        .hasToString("\"" + URL + "\"");
    assertThat(patch("{\"timeout_ms\": 700}").is(200).body().path("predial_check").has("secret"))
        .isFalse();
    assertThat(tenant.api().get("/v1/tenant").is(200).body().has("predial_check")).isFalse();
  }

  @Test
  void isCreatedWithTheTenant() {
    ServiceResponse created =
        admin
            .post(
                TENANTS,
                Api.json(
                    """
                    {"name": "Asked", "predial_check":
                       {"url": "http://localhost:9/predial", "timeout_ms": 2000,
                        "on_failure": "proceed"}}
                    """))
            .is(201);

    assertThat(created.at("/predial_check/secret")).startsWith("whsec_");
    assertThat(created.at("/predial_check/on_failure")).isEqualTo("proceed");
    assertThat(created.body().at("/predial_check/timeout_ms").asInt()).isEqualTo(2000);
  }

  @Test
  void changesMemberByMember() {
    patch(url(URL)).is(200);

    patch("{\"timeout_ms\": 1500}").is(200);
    patch("{\"on_failure\": \"proceed\"}").is(200);
    assertThat(check().toString())
        .isEqualTo("{\"url\":\"" + URL + "\",\"timeout_ms\":1500,\"on_failure\":\"proceed\"}");
    patch("{\"timeout_ms\": null, \"on_failure\": null}").is(200);
    assertThat(check().path("timeout_ms").asInt()).isEqualTo(800);
    assertThat(check().path("on_failure").asText()).isEqualTo("hold");
    assertThat(secrets()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{\"url\": null}"})
  void isRemovedWithItsSecrets(String removal) {
    String secret = patch(url(URL)).is(200).at("/predial_check/secret");

    assertThat(patch(removal).is(200).body().has("predial_check")).isFalse();
    assertThat(check().isMissingNode()).isTrue();
    assertThat(secrets()).isEmpty();
    assertThat(patch(url(URL)).is(200).at("/predial_check/secret"))
        .startsWith("whsec_")
        .isNotEqualTo(secret);
  }

  @Test
  void rotationKeepsTwoSecrets() {
    String first = patch(url(URL)).is(200).at("/predial_check/secret");

    String second = rotate().is(200).at("/secret");
    assertThat(second).startsWith("whsec_").isNotEqualTo(first);
    assertThat(secrets()).containsExactlyInAnyOrder(List.of("f"), List.of("t"));
    rotate().is(200);
    assertThat(secrets()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "https://127.0.0.1/predial, host",
    "https://10.0.0.1/predial, host",
    "https://169.254.169.254/latest, host",
    "http://client.example/predial, scheme",
    "https://client.example:22/predial, port",
    "https://user@client.example/predial, user_info",
    "https://no-such-host.invalid/predial, address"
  })
  void refusesAddressesThatTheRulesForbid(String url, String rule) {
    ServiceResponse refused = patch(url(url)).is(422, "webhook_url_not_allowed");

    assertThat(refused.errors()).containsExactly("/predial_check/url " + rule);
    assertThat(check().isMissingNode()).isTrue();
    admin
        .post(TENANTS, Api.json("{\"name\": \"Refused\", \"predial_check\": " + url(url) + "}"))
        .is(422, "webhook_url_not_allowed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|/predial_check/url required",
        "{\"timeout_ms\": 500}|/predial_check/url required",
        "{\"url\": \"http://localhost:9/predial\", \"timeout_ms\": 0}|/predial_check/timeout_ms"
            + " minimum",
        "{\"url\": \"http://localhost:9/predial\", \"timeout_ms\": 2001}|/predial_check/timeout_ms"
            + " maximum",
        "{\"url\": \"http://localhost:9/predial\", \"timeout_ms\":"
            + " \"800\"}|/predial_check/timeout_ms type",
        "{\"url\": \"http://localhost:9/predial\", \"on_failure\":"
            + " \"dial\"}|/predial_check/on_failure enum",
        "{\"url\": \"http://localhost:9/predial\", \"retries\": 1}|/predial_check/retries"
            + " unknown_member",
        "{\"url\": \"short\"}|/predial_check/url min_length",
        "{\"url\": 1}|/predial_check/url type",
        "\"http://localhost:9/predial\"|/predial_check type"
      })
  void namesTheMemberAtFault(String check, String error) {
    assertThat(patch(check).is(422, "validation_failed").errors()).containsExactly(error);
    assertThat(check().isMissingNode()).isTrue();
  }

  @Test
  void changesAreAudited() {
    patch(url(URL)).is(200);
    patch(url(URL)).is(200);
    rotate().is(200);
    patch("null").is(200);

    assertThat(auditActions())
        .endsWith(
            List.of("tenant.updated"),
            List.of("predial_check.secret_rotated"),
            List.of("tenant.updated"))
        .filteredOn(List.of("tenant.updated")::equals)
        .hasSize(2);
  }

  @Test
  void concernsItsOwnTenantOnly() {
    RunningTenant other = service.newTenant();
    patch(other, url(URL)).is(200);

    assertThat(check().isMissingNode()).isTrue();
    rotate().is(404, "not_found");
  }

  @Test
  void administratorsAloneRotate() {
    String operator =
        admin
            .post("/admin/v1/operators", Api.json(AdministrationRequests.newOperator("operate")))
            .is(201)
            .at("/token");
    patch(url(URL)).is(200);

    service
        .administration(operator)
        .post(TENANTS + "/" + tenant.id() + "/predial-check/rotate-secret")
        .is(403, "insufficient_scope");
  }
}
