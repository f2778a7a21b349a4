package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditEntry;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TestClock;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminListenerTest {
  private static final String TOKEN = "operator";
  private static final String TENANTS = "/admin/v1/tenants";
  private static final String UNKNOWN_TENANT = TENANTS + "/tn_00000000000000000000000000";

  private static final String HALT = "/admin/v1/dialing/halt";
  private static final String RESUME = "/admin/v1/dialing/resume";

  private static final List<Tenant> CREATED = new CopyOnWriteArrayList<>();
  private static final AtomicBoolean GATEWAY_UP = new AtomicBoolean(true);

  /** More than the other tests use. */
  private static final int ANONYMOUS_BURST = 200;

  private static final AtomicInteger RESUMED = new AtomicInteger();

  private static TestNode node;
  private static Metrics metrics;
  private static TestHttpClient admin;
  private static TestHttpClient anonymous;

  @BeforeAll
  static void start() {
    node = new TestNode();
    metrics = new Metrics();
    SecureRandom random = new SecureRandom();
    Keyring masterKeys = Keyring.of(List.of(new byte[32]), random);
    SigningKeys keys = new SigningKeys(node.vertx, node.database, masterKeys, node.clock);
    await(keys.start());
    TenantStore tenants = new TenantStore();
    AdminOperations operations =
        new AdminOperations(
            "sandbox",
            node.database,
            tenants,
            new TestClock(),
            new TenantProvisioner(
                tenants, List.of((connection, tenant) -> record(tenant)), node.clock, random),
            new RegistrationEditor(node.clock, random),
            keys,
            new MasterKeyRotation(node.database, masterKeys, List.of(SigningKeys.encryptedTable())),
            new TenantSnapshotView("sandbox", List.of()),
            new Cursors(List.of(Cursors.CursorKey.of(1, new byte[32]))),
            null, // unused
            new AuditLog(node.clock, random),
            new HaltControl(node.clock, random),
            AdminListenerTest::watch,
            new AdminOperations.SubjectParts(null, null), // unused
            node.clock,
            new AdminOperations.Callbacks(() -> {}, RESUMED::incrementAndGet, () -> {}, () -> {}));
    ApiVerticle verticle =
        AdminListener.verticle(
            new AdminListener.Settings(
                "127.0.0.1",
                0,
                () -> "http://admin",
                () -> List.of(TOKEN),
                new RateLimit(1, ANONYMOUS_BURST),
                ConnectionLimits.DEFAULT),
            operations.all(),
            List.of(health(), new MetricsRoutes(metrics)),
            node.clock);
    await(node.vertx.deployVerticle(verticle));
    admin = new TestHttpClient(verticle.port(), TOKEN);
    anonymous = new TestHttpClient(verticle.port(), "");
  }

  private static Future<Void> record(Tenant tenant) {
    CREATED.add(tenant);
    return Future.succeededFuture();
  }

  private static GatewayMonitor watch() {
    return DialLoops.newMonitor(
        node.vertx,
        "tested",
        new EmbeddedGateway(node.vertx),
        CircuitBreaker.Rule.NEVER,
        node.clock);
  }

  private static HealthRoutes health() {
    String newest = "SELECT max(version) FROM flyway_schema_history";
    String version =
        await(node.database.workers().query(newest).execute()).iterator().next().getString(0);
    return new HealthRoutes(
        List.of(
            HealthCheck.database(node.database),
            HealthCheck.migrations(node.database, version),
            new HealthCheck("gateway", AdminListenerTest::gateway)));
  }

  private static Future<Void> gateway() {
    return GATEWAY_UP.get() ? Future.succeededFuture() : Future.failedFuture("no gateway");
  }

  @AfterAll
  static void stop() {
    admin.close();
    anonymous.close();
    node.close();
    metrics.close();
  }

  @Test
  void createsTenantWithDefaults() {
    Response created = admin.post(TENANTS, "{\"name\": \"Muster GmbH\"}");

    assertThat(created.status()).isEqualTo(201);
    String id = created.body().path("tenant_id").textValue();
    assertThat(created.header("Location")).isEqualTo(TENANTS + "/" + id);
    String expected =
        """
        {"tenant_id": "%s", "name": "Muster GmbH", "environment": "sandbox",
         "default_locale": "de-DE", "verification_mode": "date_of_birth",
         "calling_hours": {"local_call_times": []},
         "quotas": {"max_concurrent_calls": 50, "max_dials_per_day": 100000,
                    "max_contacts_per_subject_per_day": 10, "max_open_orders": 1000000},
         "retention": {"transcript_mode": "structured", "transcript_retention": "P90D",
                       "recording_retention": "P0D", "result_months": 36},
         "features": {"recording_enabled": false, "sequences_enabled": true},
         "webhook_egress_ips": [], "disabled": false, "timezone": "Europe/Berlin",
         "caller_ids": []}
        """;
    assertThat(created.body()).isEqualTo(Json.parse(expected.formatted(id)));
    assertThat(admin.get(TENANTS + "/" + id).body()).isEqualTo(created.body());
    assertThat(CREATED).extracting(Tenant::name).contains("Muster GmbH");
  }

  @Test
  void createsTenantWithAllSettings() {
    String chosen =
        """
        {"name": "Chosen", "default_locale": "en-GB", "verification_mode": "postal_code",
         "calling_hours": {"local_call_times": [
             {"days": ["mon", "fri"], "from": "09:00", "to": "24:00"}],
           "timezone": "Europe/London"},
         "quotas": {"max_concurrent_calls": 1, "max_dials_per_day": 2,
                    "max_contacts_per_subject_per_day": 3, "max_open_orders": 4},
         "retention": {"transcript_mode": "none", "transcript_retention": "P1D",
                       "recording_retention": "P2D", "result_months": 1},
         "features": {"recording_enabled": false, "sequences_enabled": false},
         "disabled": true, "timezone": "Europe/London", "caller_ids": ["+442079460000"]}
        """;
    JsonNode stored = stored(admin.post(TENANTS, chosen));

    Json.parse(chosen)
        .properties()
        .forEach(member -> assertThat(stored.get(member.getKey())).isEqualTo(member.getValue()));
  }

  @Test
  void changesTenantByMergePatch() {
    JsonNode before = stored(admin.post(TENANTS, "{\"name\": \"Before\"}"));
    String address = TENANTS + "/" + before.path("tenant_id").textValue();
    String change =
        """
        {"name": "After", "quotas": {"max_open_orders": 7},
         "calling_hours": {"timezone": "Europe/Paris"}, "caller_ids": ["+33199000000"]}
        """;
    Response changed = admin.patch(address, change);

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().path("name").textValue()).isEqualTo("After");
    assertThat(changed.body().at("/quotas/max_open_orders").intValue()).isEqualTo(7);
    assertThat(changed.body().at("/quotas/max_dials_per_day").intValue()).isEqualTo(100_000);
    assertThat(changed.body().at("/calling_hours/timezone").textValue()).isEqualTo("Europe/Paris");

    String back =
        """
        {"name": "Before", "quotas": {"max_open_orders": null},
         "calling_hours": {"timezone": null}, "caller_ids": null}
        """;
    assertThat(admin.patch(address, back).body()).isEqualTo(before);
    assertThat(admin.patch(address, "{}").body()).isEqualTo(before);
    assertThat(admin.get(address).body()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'quotas': {'max_dials_per_day': -1} | /quotas/max_dials_per_day | minimum",
        "'quotas': {'max_dials_per_day': 1.5} | /quotas/max_dials_per_day | type",
        "'quotas': {'dials': 1} | /quotas/dials | unknown_member",
        "'nam': 1 | /nam | unknown_member",
        "'timezone': 'Mars/Olympus' | /timezone | unknown_time_zone",
        "'timezone': '+02:00' | /timezone | unknown_time_zone",
        "'default_locale': 'german' | /default_locale | pattern",
        "'verification_mode': 'pin' | /verification_mode | enum",
        "'retention': {'result_months': 0} | /retention/result_months | minimum",
        "'retention': {'transcript_retention': '90 days'} | /retention/transcript_retention |"
            + " pattern",
        "'retention': {'transcript_retention': 'P'} | /retention/transcript_retention | pattern",
        "'retention': {'transcript_mode': 'all'} | /retention/transcript_mode | enum",
        "'features': {'recording_enabled': true} | /features/recording_enabled | enum",
        "'caller_ids': ['030'] | /caller_ids/0 | invalid_phone_number",
        "'calling_hours': {'local_call_times': [{'days': ['mon'], 'from': '10:00', 'to': '10:00'}]}"
            + " | /calling_hours/local_call_times/0/to | inconsistent",
        "'calling_hours': {'local_call_times': [{'days': ['mon'], 'from': '10:00', 'to': '12:00'},"
            + " {'days': ['mon'], 'from': '11:00', 'to': '13:00'}]}"
            + " | /calling_hours/local_call_times/1 | inconsistent",
        "'calling_hours': {'local_call_times': [{'days': [], 'from': '10:00', 'to': '11:00'}]}"
            + " | /calling_hours/local_call_times/0/days | min_items",
      })
  void reportsFaultsOfTenant(String member, String pointer, String code) {
    String body = ("{'name': 'x', " + member + "}").replace('\'', '"');

    assertFault(admin.post(TENANTS, body), pointer, code);
    assertFault(admin.patch(newTenant(), body), pointer, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{} | required", "{'name': null} | type", "{'name': ''} | min_length"})
  void requiresNameOfTenant(String body, String code) {
    assertFault(admin.post(TENANTS, body.replace('\'', '"')), "/name", code);
  }

  @Test
  void listsTenantsInPages() {
    for (String name : List.of("P1", "P2", "P3", "P4", "P5")) {
      node.clock.advance(Duration.ofMillis(1));
      stored(admin.post(TENANTS, "{\"name\": \"" + name + "\"}"));
    }
    List<String> read = new ArrayList<>();
    String after = "";
    boolean hasMore = true;
    while (hasMore) {
      JsonNode page = admin.get(TENANTS + "?limit=2" + after).body();
      page.path("data").forEach(tenant -> read.add(tenant.path("tenant_id").textValue()));
      hasMore = page.path("has_more").booleanValue();
      assertThat(page.path("next_cursor").isNull()).isEqualTo(!hasMore);
      after = "&after=" + page.path("next_cursor").asText();
    }

    assertThat(read).hasSizeGreaterThanOrEqualTo(5).doesNotHaveDuplicates();
    assertThat(admin.get(TENANTS + "?limit=100").body().path("data").findValuesAsText("name"))
        .startsWith("P5", "P4", "P3", "P2", "P1")
        .hasSize(read.size());
    assertThat(admin.get(TENANTS + "?after=x").code()).isEqualTo("invalid_cursor");
    assertThat(admin.get(TENANTS + "?limit=0").status()).isEqualTo(422);
  }

  @Test
  void createsRegistrationAndShowsSecretOnce() {
    String registrations = newTenant() + "/registrations";
    Response created = admin.post(registrations, "{\"name\": \"ERP\"}");
    JsonNode body = created.body();
    String address = registrations + "/" + body.path("client_id").textValue();

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo(address);
    assertThat(body.path("client_secret").textValue()).startsWith("cosk_");
    assertThat(body.path("scopes")).hasSize(8);
    assertThat(body.at("/secrets/0/secret_id")).isEqualTo(body.path("secret_id"));
    Response read = admin.get(address);
    assertThat(read.text()).doesNotContain("cosk_");
    assertThat(read.body().path("name").textValue()).isEqualTo("ERP");
    assertThat(read.body().path("locked").booleanValue()).isFalse();
    assertThat(admin.get(registrations).body().path("data")).containsExactly(read.body());
  }

  @Test
  void changesRegistration() {
    String address = newRegistration(newTenant());
    String change =
        """
        {"scopes": ["orders:read"], "allowlist": ["192.0.2.0/24", "2001:db8::/32"],
         "disabled": true, "rate_limit": "5/10"}
        """;
    JsonNode changed = admin.patch(address, change).body();

    assertThat(changed.path("scopes").toString()).isEqualTo("[\"orders:read\"]");
    assertThat(changed.path("allowlist")).hasSize(2);
    assertThat(changed.path("disabled").booleanValue()).isTrue();
    assertThat(changed.path("rate_limit").textValue()).isEqualTo("5/10");
    assertThat(admin.patch(address, "{}").body()).isEqualTo(changed);

    String back =
        """
        {"scopes": null, "allowlist": null, "disabled": null, "rate_limit": null}
        """;
    JsonNode reset = admin.patch(address, back).body();
    assertThat(reset.path("scopes")).hasSize(8);
    assertThat(reset.path("allowlist")).isEmpty();
    assertThat(reset.path("disabled").booleanValue()).isFalse();
    assertThat(reset.has("rate_limit")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | /name | required",
        "{'name': 'x', 'scopes': ['orders:delete']} | /scopes/0 | enum",
        "{'name': 'x', 'allowlist': ['192.0.2.0/33']} | /allowlist/0 | format",
        "{'name': 'x', 'allowlist': ['10.0.0.0/8', 'example.org']} | /allowlist/1 | format",
        "{'name': 'x', 'allowlist': ['10/8']} | /allowlist/0 | format",
        "{'name': 'x', 'rate_limit': 'fast'} | /rate_limit | pattern",
        "{'name': 'x', 'rate_limit': '0/10'} | /rate_limit | pattern",
        "{'name': 'x', 'disabled': true} | /disabled | unknown_member",
      })
  void reportsFaultsOfRegistration(String body, String pointer, String code) {
    assertFault(admin.post(newTenant() + "/registrations", body.replace('\'', '"')), pointer, code);
  }

  @Test
  void limitsActiveSecretsToTwo() {
    String address = newRegistration(newTenant());
    String first = admin.get(address).body().at("/secrets/0/secret_id").textValue();
    Response second = admin.post(address + "/secrets", null);

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body().path("client_secret").textValue()).startsWith("cosk_");
    Response third = admin.post(address + "/secrets", null);
    assertThat(third.status()).isEqualTo(409);
    assertThat(third.code()).isEqualTo("secret_limit");

    assertThat(admin.delete(address + "/secrets/" + first).status()).isEqualTo(204);
    assertThat(admin.delete(address + "/secrets/" + first).status()).isEqualTo(404);
    String withTokens = address + "/secrets/" + first + "?revoke_tokens=true";
    assertThat(admin.delete(withTokens).status()).isEqualTo(204);
    assertThat(admin.delete(withTokens).status()).isEqualTo(404);
    assertThat(admin.post(address + "/secrets", null).status()).isEqualTo(201);
    assertThat(admin.get(address).body().path("secrets")).hasSize(3);
    assertThat(admin.delete(address + "/secrets/x?revoke_tokens=maybe").status()).isEqualTo(422);
  }

  @Test
  void unlocksRegistration() {
    Response unlocked = admin.post(newRegistration(newTenant()) + "/unlock", null);

    assertThat(unlocked.status()).isEqualTo(200);
    assertThat(unlocked.body().path("locked").booleanValue()).isFalse();
  }

  @Test
  void rotatesSigningKey() {
    Response rotated = admin.post("/admin/v1/signing-keys/rotate", null);

    assertThat(rotated.status()).isEqualTo(201);
    assertThat(rotated.body().path("kid").textValue()).hasSize(43);
  }

  @Test
  void readsTestClock() {
    JsonNode clock = admin.get(newTenant() + "/test-clock").body();

    assertThat(clock.path("now").textValue()).endsWith("Z");
    assertThat(clock.path("status").textValue()).isEqualTo("ready");
  }

  @ParameterizedTest
  @CsvSource({
    "P1D, 2026-02-01T00:00:00Z",
    "P1M, 2026-02-28T00:00:00Z",
    "P1Y2M3W4DT5H6M7.5S, 2027-04-25T05:06:07.500Z",
    "PT36H, 2026-02-01T12:00:00Z",
    "PT0S, 2026-01-31T00:00:00Z"
  })
  void advancesTestClockByDuration(String by, Instant expected) {
    assertThat(TestClockResource.later(Instant.parse("2026-01-31T00:00:00Z"), by))
        .isEqualTo(expected);
    assertThat(admin.post(newTenant() + "/test-clock/advance", "{\"by\": \"" + by + "\"}").status())
        .isEqualTo(200);
  }

  @Test
  void accumulatesAdvancesOfTestClock() {
    String path = newTenant();
    String id = path.substring(path.lastIndexOf('/') + 1);
    admin.post(path + "/test-clock/advance", "{\"by\": \"PT1H\"}");
    admin.post(path + "/test-clock/advance", "{\"by\": \"PT2H\"}");

    double ahead =
        TestNode.await(
                node.database.asWorker(
                    connection ->
                        connection
                            .preparedQuery(
                                "SELECT extract(epoch FROM clock_target - now())::float8"
                                    + " - clock_offset_ms::float8 / 1000"
                                    + " FROM tenant WHERE id = $1")
                            .execute(Tuple.of(IdKind.TENANT.parse(id).orElseThrow()))))
            .iterator()
            .next()
            .getDouble(0);

    assertThat(ahead).isBetween(6900.0, 7200.0);
  }

  @ParameterizedTest
  @CsvSource({
    "{}, '', min_items",
    "'{\"by\": \"P1D\", \"to\": \"2099-01-01T00:00:00Z\"}', '', max_items",
    "'{\"by\": \"P\"}', /by, pattern",
    "'{\"by\": \"PT\"}', /by, pattern",
    "'{\"by\": \"P1DT\"}', /by, pattern",
    "'{\"by\": \"P1H\"}', /by, pattern",
    "'{\"by\": \"-P1D\"}', /by, pattern",
    "'{\"by\": \"P10Y1D\"}', /by, inconsistent",
    "'{\"to\": \"2020-01-01T00:00:00Z\"}', /to, inconsistent",
    "'{\"to\": \"2099-01-01T00:00:00Z\"}', /to, inconsistent",
    "'{\"to\": \"2030-01-01T00:00:00\"}', /to, offset_missing"
  })
  void rejectsInvalidAdvances(String body, String pointer, String code) {
    assertFault(admin.post(newTenant() + "/test-clock/advance", body), pointer, code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/test-clock", "/registrations", "/registrations/cli_x"})
  void returns404ForUnknownTenants(String path) {
    assertThat(admin.get(UNKNOWN_TENANT + path).code()).isEqualTo("not_found");
    assertThat(admin.get(TENANTS + "/nonsense" + path).code()).isEqualTo("not_found");
  }

  @Test
  void returns404ForRegistrationOfOtherTenant() {
    String mine = newRegistration(newTenant());
    String foreign = newTenant() + mine.substring(mine.indexOf("/registrations"));
    String secret = admin.get(mine).body().at("/secrets/0/secret_id").textValue();

    assertThat(admin.get(foreign).status()).isEqualTo(404);
    assertThat(admin.patch(foreign, "{\"disabled\": true}").status()).isEqualTo(404);
    assertThat(admin.post(foreign + "/secrets", null).status()).isEqualTo(404);
    assertThat(admin.post(foreign + "/unlock", null).status()).isEqualTo(404);
    assertThat(admin.delete(foreign + "/secrets/" + secret).status()).isEqualTo(404);
    assertThat(admin.patch(UNKNOWN_TENANT, "{}").status()).isEqualTo(404);
    assertThat(admin.post(UNKNOWN_TENANT + "/registrations", "{\"name\": \"x\"}").status())
        .isEqualTo(404);
  }

  @Test
  void requiresToken() {
    assertThat(anonymous.get(TENANTS).code()).isEqualTo("unauthorized");
    assertThat(anonymous.get(TENANTS).header("WWW-Authenticate")).startsWith("Bearer");
    assertThat(anonymous.post(TENANTS, "{\"name\": \"x\"}").status()).isEqualTo(401);
    assertThat(anonymous.delete(TENANTS).status()).isEqualTo(405);
    assertThat(anonymous.get("/admin/v1/nothing").code()).isEqualTo("not_found");
  }

  @Test
  void limitsAnonymousRequestsOnly() {
    for (int i = 0; i < ANONYMOUS_BURST; i++) {
      anonymous.get(TENANTS);
    }

    Response limited = anonymous.get(TENANTS);
    assertThat(limited.code()).isEqualTo("rate_limited");
    assertThat(limited.header("Retry-After")).isEqualTo("1");
    assertThat(admin.get(TENANTS).status()).isEqualTo(200);
    assertThat(anonymous.get("/health/live").status()).isEqualTo(200);
    assertThat(anonymous.get("/metrics").status()).isEqualTo(200);
    node.clock.advance(Duration.ofSeconds(ANONYMOUS_BURST));
    assertThat(anonymous.get(TENANTS).code()).isEqualTo("unauthorized");
  }

  @Test
  void servesHealth() {
    assertThat(anonymous.get("/health/live").text()).isEqualTo("{\"status\":\"live\"}");
    Response ready = anonymous.get("/health/ready");
    assertThat(ready.status()).isEqualTo(200);
    assertThat(ready.body().path("status").textValue()).isEqualTo("ready");
    assertThat(ready.body().path("checks").findValuesAsText("name"))
        .containsExactly("database", "migrations", "gateway");

    GATEWAY_UP.set(false);
    Response unready = anonymous.get("/health/ready");
    GATEWAY_UP.set(true);
    assertThat(unready.status()).isEqualTo(503);
    assertThat(unready.body().path("checks").findValuesAsText("status"))
        .containsExactly("up", "up", "down");
  }

  @Test
  void isNotReadyOnOtherSchemaVersion() {
    HealthCheck check = HealthCheck.migrations(node.database, "999");

    assertThat(TestNode.failure(check.run().get())).hasMessageContaining("999");
  }

  @Test
  void servesMetricsInPrometheusFormat() {
    Response response = anonymous.get("/metrics");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.header("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(response.text()).contains("# TYPE jvm_memory_used_bytes gauge");
  }

  @Test
  void servesContract() {
    assertThat(anonymous.get("/openapi.yaml").text()).contains("operationId: createRegistration");
  }

  @Test
  void auditsEveryChange() {
    String tenant = newTenant();
    String id = tenant.substring(tenant.lastIndexOf('/') + 1);
    admin.patch(tenant, "{\"name\": \"Renamed\"}");
    String client = newRegistration(tenant);
    String first = admin.get(client).body().at("/secrets/0/secret_id").textValue();
    admin.patch(client, "{\"disabled\": true}");
    String second = admin.post(client + "/secrets", null).body().path("secret_id").textValue();
    admin.delete(client + "/secrets/" + first);
    admin.post(client + "/unlock", null);
    admin.post(tenant + "/test-clock/advance", "{\"by\": \"PT1H\"}");

    List<JsonNode> entries = auditLog("tenant_id=" + id);
    String clientId = client.substring(client.lastIndexOf('/') + 1);
    assertThat(entries)
        .extracting(it -> it.path("action").asText() + " " + it.path("target").asText())
        .containsExactly(
            "test_clock.advanced " + id,
            "registration.unlocked " + clientId,
            "registration.secret_revoked " + first,
            "registration.secret_created " + second,
            "registration.updated " + clientId,
            "registration.created " + clientId,
            "tenant.updated " + id,
            "tenant.created " + id);
    assertThat(entries).allMatch(it -> it.path("actor").asText().equals("operator"));
    assertThat(entries.toString()).doesNotContain("Renamed").doesNotContain("cosk_");
  }

  @Test
  void auditsRotationOfSigningKey() {
    String kid = admin.post("/admin/v1/signing-keys/rotate", null).body().path("kid").textValue();

    JsonNode entry = auditLog("action=signing_key.rotated").getFirst();
    assertThat(entry.path("target").textValue()).isEqualTo(kid);
    assertThat(entry.has("tenant_id")).isFalse();
  }

  @Test
  void doesNotAuditRefusedOrEmptyChanges() {
    String tenant = newTenant();
    String id = tenant.substring(tenant.lastIndexOf('/') + 1);
    String client = newRegistration(tenant);
    admin.patch(tenant, "{}");
    admin.patch(tenant, "{\"name\": \"\"}");
    admin.patch(client, "{\"disabled\": false}");
    admin.post(client + "/secrets", null);
    admin.post(client + "/secrets", null);
    admin.delete(client + "/secrets/x");
    admin.post(tenant + "/test-clock/advance", "{}");

    assertThat(auditLog("tenant_id=" + id))
        .extracting(it -> it.path("action").asText())
        .containsExactly("registration.secret_created", "registration.created", "tenant.created");
  }

  @Test
  void listsAuditLogInPages() {
    String tenant = newTenant();
    for (String name : List.of("A", "B", "C", "D")) {
      admin.patch(tenant, "{\"name\": \"" + name + "\"}");
    }
    String filter = "tenant_id=" + tenant.substring(tenant.lastIndexOf('/') + 1);
    List<JsonNode> whole = auditLog(filter);
    List<JsonNode> read = new ArrayList<>();
    String after = "";
    boolean hasMore = true;
    while (hasMore) {
      JsonNode page = admin.get("/admin/v1/audit-log?limit=2&" + filter + after).body();
      page.path("data").forEach(read::add);
      hasMore = page.path("has_more").booleanValue();
      after = "&after=" + page.path("next_cursor").asText();
    }

    assertThat(read).hasSize(5).isEqualTo(whole);
    String cursor =
        admin.get("/admin/v1/audit-log?limit=2&" + filter).body().path("next_cursor").textValue();
    assertThat(admin.get("/admin/v1/audit-log?limit=2&after=" + cursor).code())
        .isEqualTo("invalid_cursor");
    assertThat(auditLog("tenant_id=nonsense")).isEmpty();
    assertThat(auditLog("action=nonsense")).isEmpty();
    assertThat(admin.get("/admin/v1/audit-log?created_after=today").status()).isEqualTo(422);
  }

  @Test
  void clientsCanVerifyHashChain() {
    newRegistration(newTenant());

    List<JsonNode> newest = auditLog("limit=100");
    for (int i = 0; i + 1 < newest.size(); i++) {
      ObjectNode entry = newest.get(i).deepCopy();
      String hash = entry.remove("hash").textValue();
      assertThat(AuditEntry.hashOf(entry)).isEqualTo(hash);
      assertThat(entry.path("previous_hash")).isEqualTo(newest.get(i + 1).path("hash"));
    }
  }

  @Test
  void haltsAndResumesDialing() {
    String tenant = newTenant();
    String id = tenant.substring(tenant.lastIndexOf('/') + 1);
    String narrow =
        """
        {"tenant_id": "%s", "country": "DE", "order_type": "payment_reminder",
         "reason": "wrong amounts"}
        """
            .formatted(id);
    Response halted = admin.post(HALT, narrow);

    assertThat(halted.status()).as(halted.text()).isEqualTo(200);
    JsonNode halt = halted.body().at("/halts/0");
    assertThat(halt.path("tenant_id").textValue()).isEqualTo(id);
    assertThat(halt.path("country").textValue()).isEqualTo("DE");
    assertThat(halt.path("order_type").textValue()).isEqualTo("payment_reminder");
    assertThat(halt.path("reason").textValue()).isEqualTo("wrong amounts");
    assertThat(admin.post(HALT, narrow).body()).isEqualTo(halted.body());
    assertThat(admin.post(HALT, "{\"reason\": \"fire\"}").body().path("halts")).hasSize(2);

    int before = RESUMED.get();
    String ofTenant = "{\"tenant_id\": \"" + id + "\", \"reason\": \"corrected\"}";
    assertThat(admin.post(RESUME, ofTenant).body().at("/halts/0/reason").textValue())
        .isEqualTo("fire");
    assertThat(admin.post(RESUME, "{\"reason\": \"out\"}").body().path("halts")).isEmpty();
    assertThat(RESUMED.get()).isEqualTo(before + 2);
    assertThat(auditLog("tenant_id=" + id))
        .extracting(it -> it.path("action").asText() + " " + it.path("target").asText())
        .startsWith(
            "dialing.resumed " + halt.path("id").asText(),
            "dialing.halted " + halt.path("id").asText());
    assertThat(auditLog("limit=3").toString()).doesNotContain("fire").doesNotContain("amounts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | /reason | required",
        "{'reason': ''} | /reason | min_length",
        "{'reason': 'x', 'country': 'de'} | /country | pattern",
        "{'reason': 'x', 'order_type': 'A'} | /order_type | pattern",
        "{'reason': 'x', 'tenant_id': 'tn_00000000000000000000000000'} | /tenant_id | enum",
        "{'reason': 'x', 'tenant_id': 'nonsense'} | /tenant_id | enum",
        "{'reason': 'x', 'tenant': 'y'} | /tenant | unknown_member",
      })
  void reportsFaultsOfHalt(String body, String pointer, String code) {
    assertFault(admin.post(HALT, body.replace('\'', '"')), pointer, code);
    assertFault(admin.post(RESUME, body.replace('\'', '"')), pointer, code);
  }

  private static List<JsonNode> auditLog(String query) {
    Response response = admin.get("/admin/v1/audit-log?" + query);
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    List<JsonNode> entries = new ArrayList<>();
    response.body().path("data").forEach(entries::add);
    return entries;
  }

  private static String newTenant() {
    return admin.post(TENANTS, "{\"name\": \"Tenant\"}").header("Location");
  }

  private static String newRegistration(String tenant) {
    return admin.post(tenant + "/registrations", "{\"name\": \"Client\"}").header("Location");
  }

  private static JsonNode stored(Response created) {
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return admin.get(created.header("Location")).body();
  }

  private static void assertFault(Response response, String pointer, String code) {
    assertThat(response.status()).as(response.text()).isEqualTo(422);
    assertThat(response.code()).isEqualTo("validation_failed");
    assertThat(response.body().path("errors").findValuesAsText("pointer")).containsExactly(pointer);
    assertThat(response.body().path("errors").findValuesAsText("code")).containsExactly(code);
    assertThat(response.body().path("detail").isArray()).isTrue();
  }
}
