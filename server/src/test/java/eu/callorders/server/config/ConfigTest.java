package eu.callorders.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.config.Config.DatabaseChoice;
import eu.callorders.server.config.Config.Environment;
import eu.callorders.server.config.Config.Gateway;
import eu.callorders.server.config.Config.HostPort;
import eu.callorders.server.config.Config.Listener;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {
  static final String KEY_OF_ZEROS = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  static final String DATABASE = "postgresql://me:hunter2@db.example/orders";
  static final Map<String, String> LIVE =
      Map.of(
          "CALLORDERS_ENVIRONMENT", "live",
          "CALLORDERS_ADMIN_TOKEN", "the-token",
          "CALLORDERS_MASTER_KEY", KEY_OF_ZEROS,
          "CALLORDERS_LABORATORY", "true",
          "CALLORDERS_GATEWAY", "https://gateway.example");

  @Test
  void defaultsToCompleteSandbox() {
    Config config = read(Map.of("PATH", "/bin"));
    assertThat(config.environment()).isEqualTo(Environment.SANDBOX);
    assertThat(config.http()).isEqualTo(new Listener("127.0.0.1", 8080));
    assertThat(config.admin()).isEqualTo(new Listener("127.0.0.1", 8081));
    assertThat(config.database()).isEqualTo(new DatabaseChoice.Embedded());
    assertThat(config.dataDirectory()).isEqualTo(Path.of("./data"));
    assertThat(config.demo()).isTrue();
    assertThat(config.gateway()).isEqualTo(new Gateway.Embedded());
    assertThat(config.strictNumbers()).isFalse();
    assertThat(config.rateLimit()).isEqualTo(new RateLimit(50, 100));
    assertThat(config.eventLoops()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(config.logFormat()).isEqualTo(Config.LogFormat.TEXT);
    assertThat(config.laboratory()).isFalse();
    assertThat(config.trustedProxies()).isEmpty();
    assertThat(config.webhooks().extraTargets()).isEmpty();
    assertThat(config.baseUrl(8080)).hasToString("http://127.0.0.1:8080");
  }

  @Test
  void readsEveryKey(@TempDir Path directory) {
    Config config =
        read(
            Map.ofEntries(
                Map.entry("CALLORDERS_ENVIRONMENT", "live"),
                Map.entry("CALLORDERS_HTTP_HOST", "0.0.0.0"),
                Map.entry("CALLORDERS_HTTP_PORT", "0"),
                Map.entry("CALLORDERS_ADMIN_HOST", "::1"),
                Map.entry("CALLORDERS_ADMIN_PORT", "9000"),
                Map.entry("CALLORDERS_BASE_URL", "https://calls.example/api/"),
                Map.entry("CALLORDERS_AUTH_URL", "https://auth.example"),
                Map.entry("CALLORDERS_DATABASE_URL", DATABASE),
                Map.entry("CALLORDERS_DATABASE_MIGRATION_URL", DATABASE.replace("me", "owner")),
                Map.entry("CALLORDERS_DATABASE_POOL", "40"),
                Map.entry("CALLORDERS_DATA_DIR", directory.toString()),
                Map.entry("CALLORDERS_DEMO", "false"),
                Map.entry("CALLORDERS_ADMIN_TOKEN", "the-token"),
                Map.entry(
                    "CALLORDERS_MASTER_KEY", KEY_OF_ZEROS.replace("A=", "E=") + "," + KEY_OF_ZEROS),
                Map.entry("CALLORDERS_GATEWAY", "https://gateway.example"),
                Map.entry("CALLORDERS_GATEWAY_SECRET", "whsec_" + KEY_OF_ZEROS),
                Map.entry("CALLORDERS_TRUSTED_PROXIES", "10.0.0.0/8, ::1"),
                Map.entry("CALLORDERS_WEBHOOK_EXTRA_TARGETS", "localhost:9000,Dev.example:80"),
                Map.entry("CALLORDERS_WEBHOOK_EGRESS_IPS", "203.0.113.10,203.0.113.11"),
                Map.entry("CALLORDERS_SANDBOX_STRICT_NUMBERS", "true"),
                Map.entry("CALLORDERS_RATE_LIMIT", "off"),
                Map.entry("CALLORDERS_EVENT_LOOPS", "4"),
                Map.entry("CALLORDERS_LOG_FORMAT", "json"),
                Map.entry("CALLORDERS_OTLP_ENDPOINT", "http://collector:4318/"),
                Map.entry("CALLORDERS_LABORATORY", "true")));
    assertThat(config.environment()).isEqualTo(Environment.LIVE);
    assertThat(config.http().address(1234)).hasToString("http://localhost:1234");
    assertThat(config.admin().address(9000)).hasToString("http://[::1]:9000");
    assertThat(config.baseUrl(1234)).isEqualTo(URI.create("https://calls.example/api"));
    assertThat(config.authUrl(1234)).isEqualTo(URI.create("https://auth.example"));
    assertThat(config.database())
        .isEqualTo(
            new DatabaseChoice.External(
                DatabaseAddress.parse(DATABASE),
                DatabaseAddress.parse(DATABASE.replace("me", "owner"))));
    assertThat(config.databasePool()).isEqualTo(40);
    assertThat(config.dataDirectory()).isEqualTo(directory);
    assertThat(config.demo()).isFalse();
    assertThat(config.secrets().adminTokens().all()).containsExactly("the-token");
    assertThat(config.secrets().masterKeys()).hasSize(2).allMatch(key -> key.length == 32);
    assertThat(config.secrets().masterKeys().getFirst()[31]).isEqualTo((byte) 1);
    assertThat(config.secrets().gatewaySecrets().all()).containsExactly("whsec_" + KEY_OF_ZEROS);
    assertThat(config.gateway()).isEqualTo(new Gateway.Http(URI.create("https://gateway.example")));
    assertThat(config.trustedProxies())
        .containsExactly(Cidr.parse("10.0.0.0/8"), Cidr.parse("::1/128"));
    assertThat(config.webhooks().extraTargets())
        .containsExactly(new HostPort("localhost", 9000), new HostPort("dev.example", 80));
    assertThat(config.webhooks().egressIps()).containsExactly("203.0.113.10", "203.0.113.11");
    assertThat(config.strictNumbers()).isTrue();
    assertThat(config.rateLimit()).isEqualTo(RateLimit.UNLIMITED);
    assertThat(config.eventLoops()).isEqualTo(4);
    assertThat(config.logFormat()).isEqualTo(Config.LogFormat.JSON);
    assertThat(config.otlpEndpoint()).isEqualTo(URI.create("http://collector:4318"));
    assertThat(config.laboratory()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ENVIRONMENT | production",
        "ENVIRONMENT | LIVE",
        "HTTP_HOST | http://localhost",
        "HTTP_PORT | 65536",
        "HTTP_PORT | -1",
        "HTTP_PORT | 80a",
        "ADMIN_HOST | a b",
        "ADMIN_PORT | 99999999999",
        "ADMIN_PORT | 8080",
        "BASE_URL | calls.example",
        "BASE_URL | ftp://calls.example",
        "BASE_URL | https://me:pw@calls.example",
        "BASE_URL | https://calls.example?x=1",
        "AUTH_URL | https://",
        "DATABASE_URL | mysql://me:hunter2@db/orders",
        "DATABASE_MIGRATION_URL | db.example",
        "DATABASE_MIGRATION_URL | postgresql://me:hunter2@db.example/orders",
        "DATA_DIR | pom.xml",
        "DEMO | yes",
        "ADMIN_TOKEN | two words",
        "MASTER_KEY | AAAA",
        "MASTER_KEY | not base64!",
        "MASTER_KEY | AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=,",
        "GATEWAY | simulator",
        "GATEWAY | sip:trunk.example",
        "GATEWAY_SECRET | AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "GATEWAY_SECRET | whsec_AAAA",
        "TRUSTED_PROXIES | 10.0.0.0/33",
        "TRUSTED_PROXIES | proxy.example",
        "TRUSTED_PROXIES | 10.0.0.0/8,,10.0.0.1",
        "WEBHOOK_EXTRA_TARGETS | localhost",
        "WEBHOOK_EXTRA_TARGETS | localhost:0",
        "WEBHOOK_EXTRA_TARGETS | http://localhost:80",
        "WEBHOOK_CA_FILE | /does/not/exist",
        "WEBHOOK_CA_FILE | pom.xml",
        "WEBHOOK_EGRESS_IPS | 203.0.113.0/24",
        "SANDBOX_STRICT_NUMBERS | 1",
        "RATE_LIMIT | 50",
        "RATE_LIMIT | 0/100",
        "RATE_LIMIT | 50/9999999",
        "DATABASE_POOL | 3",
        "DATABASE_POOL | many",
        "EVENT_LOOPS | 0",
        "EVENT_LOOPS | two",
        "LOG_FORMAT | xml",
        "OTLP_ENDPOINT | collector:4318",
        "LABORATORY | yes"
      })
  void rejectsInvalidValueByKeyWithoutValue(String key, String value) {
    assertThatThrownBy(() -> read(Map.of("CALLORDERS_" + key, value)))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageStartingWith("CALLORDERS_" + key + ": ")
        .satisfies(refused -> assertThat(refused.getMessage().lines()).hasSize(1))
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void reportsAllFaults() {
    assertThatThrownBy(
            () -> read(Map.of("CALLORDERS_HTTP_PORT", "x", "CALLORDERS_EVENT_LOOPS", "x")))
        .hasMessageContaining("CALLORDERS_HTTP_PORT")
        .hasMessageContaining("CALLORDERS_EVENT_LOOPS");
  }

  @Test
  void rejectsUnknownKeys() {
    assertThatThrownBy(() -> read(Map.of("CALLORDERS_HTTP_PROT", "80")))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("CALLORDERS_HTTP_PROT");
  }

  @Test
  void treatsEmptyValueAsAbsent() {
    assertThat(read(Map.of("CALLORDERS_HTTP_PORT", "")).http().port()).isEqualTo(8080);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CALLORDERS_ADMIN_TOKEN", "CALLORDERS_MASTER_KEY", "CALLORDERS_GATEWAY"})
  void liveRequires(String key) {
    Map<String, String> lacking = new HashMap<>(LIVE);
    lacking.remove(key);
    assertThat(read(LIVE).environment()).isEqualTo(Environment.LIVE);
    assertThatThrownBy(() -> read(lacking)).hasMessageStartingWith(key + ": ");
  }

  @Test
  void liveRejectsEmbeddedSimulator() {
    Map<String, String> simulated = new HashMap<>(LIVE);
    simulated.put("CALLORDERS_GATEWAY", "embedded");
    assertThatThrownBy(() -> read(simulated)).hasMessageStartingWith("CALLORDERS_GATEWAY: ");
  }

  @Test
  void liveRejectsDemo() {
    assertThat(read(LIVE).demo()).isFalse();
    Map<String, String> demo = new HashMap<>(LIVE);
    demo.put("CALLORDERS_DEMO", "true");
    assertThatThrownBy(() -> read(demo)).hasMessageStartingWith("CALLORDERS_DEMO: ");
  }

  @Test
  void externalDatabaseHasNoDemoByDefault() {
    assertThat(read(Map.of("CALLORDERS_DATABASE_URL", DATABASE)).demo()).isFalse();
    assertThat(read(Map.of("CALLORDERS_DATABASE_URL", DATABASE, "CALLORDERS_DEMO", "true")).demo())
        .isTrue();
  }

  @Test
  void environmentOverridesFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("service.conf");
    Files.writeString(
        file,
        """
        # the API
        CALLORDERS_HTTP_PORT = 9001
        CALLORDERS_ADMIN_PORT=9002

        CALLORDERS_DATABASE_URL=postgresql://me:a=b@db/orders?sslmode=require
        """);
    Config config = Config.read(Map.of("CALLORDERS_HTTP_PORT", "9003"), file);
    assertThat(config.http().port()).isEqualTo(9003);
    assertThat(config.admin().port()).isEqualTo(9002);
    assertThat(((DatabaseChoice.External) config.database()).service().password()).isEqualTo("a=b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP_PORT=80 | HTTP_PORT",
        "CALLORDERS_NOPE=1 | CALLORDERS_NOPE",
        "CALLORDERS_DEMO | CALLORDERS_DEMO",
        "CALLORDERS_DEMO=maybe | CALLORDERS_DEMO"
      })
  void rejectsInvalidFileByKey(String line, String key, @TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("service.conf"), line);
    assertThatThrownBy(() -> Config.read(Map.of(), file)).hasMessageStartingWith(key + ": ");
  }

  @Test
  void rejectsDuplicateKeyAndMissingFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("service.conf");
    Files.writeString(file, "CALLORDERS_DEMO=true\nCALLORDERS_DEMO=false\n");
    assertThatThrownBy(() -> Config.read(Map.of(), file)).hasMessageStartingWith("CALLORDERS_DEMO");
    Path missing = directory.resolve("missing.conf");
    assertThatThrownBy(() -> Config.read(Map.of(), missing))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("missing.conf");
  }

  static Config read(Map<String, String> environment) {
    return Config.read(environment, null);
  }
}
