package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.auth.OperatorEditor;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.SharedSigningKey;
import eu.callorders.server.auth.SigningKeys;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.deletion.TenantDeletionRequests;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.GatewayMonitor;
import eu.callorders.server.dial.HaltControl;
import eu.callorders.server.encryption.EncryptedTable;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.encryption.MasterKeyRotation;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.predial.PredialCheckEditor;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.tenant.TenantSnapshotView;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import eu.callorders.server.webhook.endpoint.TargetUrlValidator;
import eu.callorders.server.window.JollydayHolidays;
import io.vertx.core.Future;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The administration on a free port with its own database. */
final class AdminListenerFixture implements AutoCloseable {
  /** Codes whose sentence needs no values. */
  private static final Set<String> WITHOUT_VALUES =
      Set.of(
          "required",
          "unknown_member",
          "offset_missing",
          "unknown_time_zone",
          "invalid_phone_number");

  private static final String TOKEN = "operator";
  static final String TENANTS = "/admin/v1/tenants";
  static final String UNKNOWN_TENANT = TENANTS + "/tn_00000000000000000000000000";
  final AtomicBoolean gatewayUp = new AtomicBoolean(true);

  /** More than the other tests use. */
  static final int ANONYMOUS_BURST = 200;

  final AtomicInteger resumed = new AtomicInteger();
  final AtomicInteger hungUp = new AtomicInteger();
  final TestNode node = new TestNode();
  private final Metrics metrics = new Metrics();
  private final int port;
  final TestHttpClient admin;
  final TestHttpClient anonymous;

  AdminListenerFixture() {
    SecureRandom random = new SecureRandom();
    Keyring masterKeys = Keyring.of(List.of(SharedSigningKey.masterKey()), random);
    SharedSigningKey.insertInto(node.postgres.owner(), node.clock.instant());
    SigningKeys keys = new SigningKeys(node.vertx, node.database, masterKeys, node.clock);
    await(keys.start());
    OperatorCache operators = new OperatorCache(node.vertx, node.database, node.clock);
    HaltControl halts = new HaltControl(node.clock, random);
    AdminOperations operations =
        new AdminOperations(
            "sandbox",
            node.database,
            new TenantProvisioner(node.clock, random),
            new TenantDeletionRequests(halts, node.clock),
            new RegistrationEditor(node.clock, random),
            new AdminOperations.OperatorParts(new OperatorEditor(node.clock, random), operators),
            keys,
            new MasterKeyRotation(
                node.database, masterKeys, List.of(EncryptedTable.ofPrivateKeys("signing_key"))),
            new TenantSnapshotView("sandbox", List.of()),
            new CountryRules(new JollydayHolidays()),
            new Cursors(List.of(Cursors.CursorKey.of(1, new byte[32]))),
            null, // unused
            new AuditLog(node.clock, random),
            halts,
            this::watch,
            new AdminOperations.SubjectParts(null, null), // unused
            new AdminOperations.HoldParts(null, null, () -> {}), // unused
            predialParts(masterKeys, random),
            node.clock,
            random,
            new AdminOperations.Callbacks(
                () -> {}, resumed::incrementAndGet, () -> {}, () -> {}, hungUp::incrementAndGet));
    ApiVerticle verticle =
        AdminListener.verticle(
            new AdminListener.Settings(
                "127.0.0.1",
                0,
                () -> "http://admin",
                () -> List.of(TOKEN),
                new RateLimit(1, ANONYMOUS_BURST),
                ConnectionLimits.DEFAULT),
            operators,
            operations.all(),
            List.of(health(), new MetricsRoutes(metrics)),
            node.clock);
    await(node.vertx.deployVerticle(verticle));
    port = verticle.port();
    admin = withToken(TOKEN);
    anonymous = withToken("");
  }

  private AdminOperations.PredialParts predialParts(Keyring masterKeys, SecureRandom random) {
    EndpointSecrets secrets =
        new EndpointSecrets(EndpointSecrets.Kind.PREDIAL_CHECK, masterKeys, random);
    TargetRules rules = new TargetRules(Set.of());
    SafeResolver resolver = new SafeResolver(node.vertx, rules, new LocalAddresses(node.clock));
    return new AdminOperations.PredialParts(
        new PredialCheckEditor(secrets, node.clock, random),
        new TargetUrlValidator(rules, resolver));
  }

  TestHttpClient withToken(String token) {
    return new TestHttpClient(port, token);
  }

  private GatewayMonitor watch() {
    return DialLoops.newMonitor(
        node.vertx,
        "tested",
        new EmbeddedGateway(node.vertx),
        CircuitBreaker.Rule.NEVER,
        node.clock);
  }

  private HealthRoutes health() {
    String newest =
        "SELECT version FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1";
    String version =
        await(node.database.workers().query(newest).execute()).iterator().next().getString(0);
    return new HealthRoutes(
        List.of(
            HealthCheck.database(node.database),
            HealthCheck.migrations(node.database, version),
            HealthCheck.gateway(this::gateway)));
  }

  private Future<Void> gateway() {
    return gatewayUp.get() ? Future.succeededFuture() : Future.failedFuture("no gateway");
  }

  @Override
  public void close() {
    admin.close();
    anonymous.close();
    node.close();
    metrics.close();
  }

  List<JsonNode> auditLog(String query) {
    Response response = admin.get("/admin/v1/audit-log?" + query);
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    List<JsonNode> entries = new ArrayList<>();
    response.body().path("data").forEach(entries::add);
    return entries;
  }

  String newTenant() {
    return admin.post(TENANTS, "{\"name\": \"Tenant\"}").header("Location");
  }

  String newRegistration(String tenant) {
    return admin.post(tenant + "/registrations", "{\"name\": \"Client\"}").header("Location");
  }

  JsonNode stored(Response created) {
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return admin.get(created.header("Location")).body();
  }

  static void assertFault(Response response, String pointer, String code) {
    assertThat(response.status()).as(response.text()).isEqualTo(422);
    assertThat(response.code()).isEqualTo("validation_failed");
    assertThat(response.body().path("errors").findValuesAsText("pointer")).containsExactly(pointer);
    assertThat(response.body().path("errors").findValuesAsText("code")).containsExactly(code);
    JsonNode values = response.body().path("detail").path(0).path("ctx");
    assertThat(values.isEmpty()).as(response.text()).isEqualTo(WITHOUT_VALUES.contains(code));
  }
}
