package eu.callorders.server.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.model.WebhookEndpointInput;
import eu.callorders.db.FreePort;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.client.ClientCommandRun;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class DoctorCommandTest {
  private static final String NOTHING = "http://127.0.0.1:9";

  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final TestDatabase database = TestDatabase.create();

  /** No profile, no sandbox, free ports, and a database that responds at once. */
  @BeforeEach
  void useNothing() {
    environment.put("XDG_CONFIG_HOME", directory.toString());
    environment.put("CALLORDERS_DATA_DIR", directory.resolve("data").toString());
    environment.put("CALLORDERS_HTTP_PORT", "0");
    environment.put("CALLORDERS_ADMIN_PORT", "0");
    use(RunningService.url(database.service()));
  }

  @AfterEach
  void dropDatabase() {
    database.close();
  }

  private void use(String databaseUrl) {
    environment.put("CALLORDERS_DATABASE_URL", databaseUrl);
    environment.put("CALLORDERS_DATABASE_MIGRATION_URL", databaseUrl);
  }

  private void useEmbeddedDatabase() {
    environment.remove("CALLORDERS_DATABASE_URL");
    environment.remove("CALLORDERS_DATABASE_MIGRATION_URL");
  }

  private JsonNode doctor() {
    ClientCommandRun run = ClientCommandRun.of(environment, "doctor", "--json");
    JsonNode report = run.json();
    assertThat(run.exit()).as(run.out()).isEqualTo(report.path("problems").asInt() == 0 ? 0 : 1);
    return report;
  }

  private List<JsonNode> findings(String check) {
    return Json.items(doctor().path("checks"))
        .filter(finding -> finding.path("check").asText().equals(check))
        .toList();
  }

  private JsonNode finding(String check) {
    List<JsonNode> all = findings(check);
    assertThat(all).as(check).hasSize(1);
    return all.getFirst();
  }

  private static void assertProblem(JsonNode finding, String found, String remedy) {
    assertThat(finding.path("severity").asText()).as(finding.toString()).isEqualTo("problem");
    assertThat(finding.path("found").asText()).contains(found);
    assertThat(finding.path("remedy").asText()).contains(remedy);
  }

  private static void assertOk(JsonNode finding, String found) {
    assertThat(finding.path("severity").asText()).as(finding.toString()).isEqualTo("ok");
    assertThat(finding.path("found").asText()).contains(found);
    assertThat(finding.has("remedy")).isFalse();
  }

  @Test
  void findsNothingOnAFreshMachine() {
    useEmbeddedDatabase();

    ClientCommandRun run = ClientCommandRun.of(environment, "doctor");

    assertThat(run.exit()).as(run.out()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("OK       java: ", "OK       database: a round trip takes ", "OK       clock: ")
        .contains("OK       gateway: the simulator", "SKIPPED  credentials: no service is known")
        .contains("call-orders login")
        .doesNotContain("PROBLEM")
        .endsWith("problems: 0" + System.lineSeparator());
  }

  @Test
  void reportsSettingsOfTheDatabase() {
    assertThat(ClientCommandRun.of(environment, "doctor").out())
        .contains(
            """
            PROBLEM  database: fsync = off: a crash loses acknowledged writes
                     set fsync = on
            """);
  }

  @Test
  void saysHowToReachTheDatabase() {
    use("postgresql://a:b@127.0.0.1:9/calls");
    assertProblem(finding("database"), "calls of 127.0.0.1:9", "start PostgreSQL there");

    use(RunningService.url(database.service().withDatabase("absent")));
    assertProblem(finding("database"), "absent", "create the database absent");
  }

  @Test
  void reportsADataDirectoryThatCannotBeUsed() throws IOException {
    useEmbeddedDatabase();
    Path file = Files.createFile(directory.resolve("file"));
    environment.put("CALLORDERS_DATA_DIR", file.resolve("data").toString());

    assertProblem(finding("database"), file.toString(), "CALLORDERS_DATA_DIR");
  }

  @Test
  void reportsAPortOfAnotherProgram() throws IOException {
    HttpServer other = stub(404);
    int port = other.getAddress().getPort();
    int unused = FreePort.choose();
    try {
      environment.put("CALLORDERS_HTTP_PORT", String.valueOf(port));
      environment.put("CALLORDERS_ADMIN_PORT", String.valueOf(unused));

      assertProblem(finding("port " + port), "another program", "CALLORDERS_HTTP_PORT");
      assertOk(finding("port " + unused), "free");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void reportsAHostOfAnotherMachine() {
    environment.put("CALLORDERS_HTTP_HOST", "192.0.2.1");
    environment.put("CALLORDERS_HTTP_PORT", "18080");

    assertProblem(finding("port 18080"), "no address of this machine", "CALLORDERS_HTTP_HOST");
  }

  @Test
  void findsNothingBesideASandbox() {
    Path data = directory.resolve("sandbox");
    Map<String, String> settings =
        Map.of("CALLORDERS_DEMO", "true", "CALLORDERS_DATA_DIR", data.toString());
    try (RunningService service = RunningService.sandbox(settings)) {
      String port = String.valueOf(URI.create(service.address()).getPort());
      environment.put("CALLORDERS_DATA_DIR", data.toString());
      environment.put("CALLORDERS_HTTP_PORT", port);
      useEmbeddedDatabase();

      assertOk(finding("port " + port), "the service listens on it");
      assertOk(finding("credentials"), "is accepted");
      assertOk(finding("clock"), "of the service");
      assertOk(finding("webhook targets"), "0 resolve");
      assertThat(finding("database").path("severity").asText()).isEqualTo("skipped");
    }
    JsonNode stopped = finding("credentials");
    assertThat(stopped.path("severity").asText()).isEqualTo("skipped");
    assertThat(stopped.path("remedy").asText()).contains("Start the service");
  }

  @Test
  void reportsCredentialsThatAreRefused() {
    RunningService service = RunningService.shared();
    environment.putAll(ClientCommandRun.environment(service.address(), service.newTenant()));
    assertOk(finding("credentials"), "is accepted");

    environment.put("CALLORDERS_CLIENT_SECRET", "wrong");
    assertProblem(finding("credentials"), "is refused", "call-orders login");

    environment.put("CALLORDERS_API_URL", NOTHING);
    assertProblem(finding("credentials"), "no response from " + NOTHING, "Start the service");
  }

  @Test
  void reportsAGatewayThatDoesNotRespondAndOneWithAnotherSecret() throws IOException {
    environment.put("CALLORDERS_GATEWAY", NOTHING);
    assertProblem(finding("gateway"), "there is no secret", "CALLORDERS_GATEWAY_SECRET");

    environment.put("CALLORDERS_GATEWAY_SECRET", "whsec_" + "a".repeat(43) + "=");
    assertProblem(finding("gateway"), NOTHING, "start the gateway");

    HttpServer other = stub(401);
    try {
      environment.put("CALLORDERS_GATEWAY", "http://127.0.0.1:" + other.getAddress().getPort());
      assertProblem(finding("gateway"), "401", "the same secret");
    } finally {
      other.stop(0);
    }
  }

  /** A server that is no part of this service. */
  private static HttpServer stub(int status) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  @Test
  void reportsWebhookTargetsThatTheServiceWouldRefuse() {
    RunningService service = RunningService.shared();
    RunningTenant tenant = service.newTenant();
    environment.putAll(ClientCommandRun.environment(service.address(), tenant));
    CallOrderClient.builder(service.address(), tenant.clientId(), tenant.clientSecret())
        .build()
        .createWebhookEndpoint(
            WebhookEndpointInput.builder().url("http://localhost:9/hooks").build());
    assertProblem(finding("webhook targets"), "https://", "CALLORDERS_WEBHOOK_EXTRA_TARGETS");

    environment.put("CALLORDERS_WEBHOOK_EXTRA_TARGETS", "localhost:9");
    assertOk(finding("webhook targets"), "1 resolve");

    environment.put("CALLORDERS_WEBHOOK_EXTRA_TARGETS", "localhost:9,absent.invalid:80");
    assertProblem(finding("webhook targets"), "absent.invalid", "DNS record");
  }

  @Test
  void reportsAJavaHomeThatMavenCannotUse() throws IOException {
    environment.put("JAVA_HOME", directory.resolve("none").toString());
    assertProblem(finding("JAVA_HOME"), "is no Java", "JDK 25");

    Path old = Files.createDirectories(directory.resolve("old/bin")).getParent();
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    environment.put("JAVA_HOME", old.toString());
    assertProblem(finding("JAVA_HOME"), "is Java 11", "JDK 25");

    environment.put("JAVA_HOME", System.getProperty("java.home"));
    assertThat(findings("JAVA_HOME")).isEmpty();
  }
}
