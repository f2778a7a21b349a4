package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.db.FreePort;
import eu.callorders.db.TestDatabase;
import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.config.Config;
import eu.callorders.server.json.Json;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The effects of settings on a running service; their formats are tested with {@link Config}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EffectiveConfigTest {
  private static final String FORWARDED = "X-Forwarded-For";

  private final TestDatabase database = TestDatabase.create();
  private RunningService service;
  private RunningTenant tenant;
  private int port;

  @BeforeAll
  void start() {
    port = FreePort.choose();
    service =
        RunningService.withDatabase(
            new DatabaseSetup(
                database.owner(), database.owner(), () -> {}, RunningService.LONG_TIMEOUTS),
            Map.of(
                "CALLORDERS_HTTP_PORT",
                Integer.toString(port),
                "CALLORDERS_BASE_URL",
                "http://localhost:" + port,
                "CALLORDERS_AUTH_URL",
                "http://127.0.0.1:" + port,
                "CALLORDERS_TRUSTED_PROXIES",
                "127.0.0.0/8",
                "CALLORDERS_WEBHOOK_EGRESS_IPS",
                "203.0.113.10,203.0.113.11",
                "CALLORDERS_EVENT_LOOPS",
                "1"));
    tenant = service.newTenant();
  }

  @AfterAll
  void stop() {
    service.close();
    database.close();
  }

  @Test
  void tokensAndLinksHavePublicAddresses() {
    JsonNode claims = claims(tenant.token());
    assertThat(claims.path("aud").asText()).isEqualTo("http://localhost:" + port);
    assertThat(claims.path("iss").asText()).isEqualTo("http://127.0.0.1:" + port);
    assertThat(claims.path("environment").asText()).isEqualTo("sandbox");
    assertThat(
            Json.parse(service.tokens().get("/.well-known/oauth-authorization-server").body())
                .path("issuer")
                .asText())
        .isEqualTo("http://127.0.0.1:" + port);
    String order = tenant.create(tenant.order("21"));
    tenant.awaitEnd(order);
    assertThat(tenant.api().order(order).text())
        .contains("http://localhost:" + port + "/v1/calls/");
  }

  @Test
  void tenantSeesEgressIps() {
    assertThat(tenant.api().get("/v1/tenant").is(200).body().at("/webhook_egress_ips"))
        .isEqualTo(Json.parse("[\"203.0.113.10\", \"203.0.113.11\"]"));
  }

  @Test
  void trustsConfiguredProxy() {
    Api api = bound("198.51.100.0/24");
    api.get("/v1/tenant").is(403, "ip_not_allowlisted");
    api.get("/v1/tenant", FORWARDED, "198.51.100.7").is(200);
    api.get("/v1/tenant", FORWARDED, "198.51.100.7, 127.0.0.9").is(200);
    api.get("/v1/tenant", FORWARDED, "198.51.100.7, 203.0.113.9").is(403, "ip_not_allowlisted");
  }

  @Test
  void doesNotTrustOtherProxies() {
    RunningTenant elsewhere = RunningService.shared().newTenant();
    Api api = bound(elsewhere, "198.51.100.0/24");
    api.get("/v1/tenant", FORWARDED, "198.51.100.7").is(403, "ip_not_allowlisted");
  }

  @Test
  void limitOfRegistrationAppliesWithoutDefaultLimit() {
    ServiceResponse unlimited = tenant.api().get("/v1/tenant").is(200);
    assertThat(unlimited.header("RateLimit-Limit")).isEqualTo("1000000");
    assertThat(unlimited.header("RateLimit-Remaining")).isEqualTo("1000000");
    assertThat(unlimited.header("RateLimit-Reset")).isEqualTo("0");
    assertThat(service.tokens().get("/docs").headers().firstValue("RateLimit-Limit"))
        .hasValue("1000000");
    assertThat(registered("\"rate_limit\": \"7/9\"").get("/v1/tenant").header("RateLimit-Limit"))
        .isEqualTo("9");
  }

  /** The role owns the tables, and row-level security applies to it. */
  @Test
  void singleRoleIsolatesTenants() {
    String order = tenant.create(tenant.laterOrder());
    assertThat(tenant.api().order(order).status()).isEqualTo(200);
    service.newTenant().api().order(order).is(404, "not_found");
  }

  @Test
  void databaseRejectsOtherEnvironment(@TempDir Path directory) {
    try (TestDatabase of = TestDatabase.create()) {
      assertThatThrownBy(() -> Node.start(Config.read(live(of, directory), null)))
          .isInstanceOf(UnusableDatabaseException.class)
          .hasMessageContaining("environment sandbox, not to live");
    }
  }

  private static Map<String, String> live(TestDatabase of, Path directory) {
    return Map.ofEntries(
        Map.entry("CALLORDERS_ENVIRONMENT", "live"),
        Map.entry("CALLORDERS_LABORATORY", "true"),
        Map.entry("CALLORDERS_HTTP_PORT", "0"),
        Map.entry("CALLORDERS_ADMIN_PORT", "0"),
        Map.entry("CALLORDERS_ADMIN_TOKEN", RunningService.ADMIN_TOKEN),
        Map.entry("CALLORDERS_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32])),
        Map.entry("CALLORDERS_GATEWAY", "http://127.0.0.1:9"),
        Map.entry("CALLORDERS_DATA_DIR", directory.toString()),
        Map.entry("CALLORDERS_DATABASE_URL", RunningService.url(of.service())),
        Map.entry("CALLORDERS_DATABASE_MIGRATION_URL", RunningService.url(of.owner())));
  }

  private Api bound(String range) {
    return bound(tenant, range);
  }

  /** A registration that gets its token first and is then restricted to an address range. */
  private static Api bound(RunningTenant of, String range) {
    JsonNode registration = of.register("{\"name\": \"bound\"}");
    String client = registration.path("client_id").asText();
    String token = of.token(client, registration.path("client_secret").asText(), "");
    of.service()
        .admin()
        .patch(
            "/admin/v1/tenants/" + of.id() + "/registrations/" + client,
            "{\"allowlist\": [\"" + range + "\"]}");
    return of.service().apiWithToken(token);
  }

  private Api registered(String members) {
    JsonNode registration = tenant.register("{\"name\": \"further\", " + members + "}");
    return service.apiWithToken(
        tenant.token(
            registration.path("client_id").asText(),
            registration.path("client_secret").asText(),
            ""));
  }

  private static JsonNode claims(String token) {
    return Json.parse(new String(Base64.getUrlDecoder().decode(token.split("\\.")[1])));
  }
}
