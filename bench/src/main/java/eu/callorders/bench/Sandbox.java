package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A service of its own for one measurement: the jar, started in a data directory. */
public record Sandbox(JavaProcess process, Path directory, Duration startedIn, JsonNode credentials)
    implements AutoCloseable {
  /** Options for the JVM of the service, a setting of the driver and of the environment. */
  public static final String JAVA_OPTIONS = "BENCH_JAVA_OPTIONS";

  public static final String JAR = System.getProperty("bench.jar", "server/target/call-orders.jar");

  private static final Http HTTP = new Http(Duration.ofMinutes(1));

  /** Starts the jar in that directory, with rate limits off, and waits until it is ready. */
  static Sandbox start(Path directory, Map<String, String> settings) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("CALLORDERS_DATA_DIR", directory.toString());
    environment.put("CALLORDERS_HTTP_PORT", "0");
    environment.put("CALLORDERS_ADMIN_PORT", "0");
    environment.put("CALLORDERS_RATE_LIMIT", "off");
    environment.put("CALLORDERS_DEMO", "true");
    environment.putAll(settings);
    long begin = System.nanoTime();
    Path log = directory.resolve("stderr.log");
    JavaProcess process = new JavaProcess("the service", JAR, options(settings), environment, log);
    process.start();
    process.awaitReady();
    Duration startedIn = Duration.ofNanos(System.nanoTime() - begin);
    Path credentials = directory.resolve("demo-credentials.json");
    return new Sandbox(
        process, directory, startedIn, Http.JSON.readTree(Files.readString(credentials)));
  }

  private static List<String> options(Map<String, String> settings) {
    return Stream.of(settings, System.getenv())
        .flatMap(source -> Stream.of(source.getOrDefault(JAVA_OPTIONS, "").split("\\s+", -1)))
        .filter(option -> !option.isEmpty())
        .toList();
  }

  private String credential(String name) {
    return credentials.get(name).asText();
  }

  public String baseUrl() {
    return credential("base_url");
  }

  public String tenantId() {
    return credential("tenant_id");
  }

  /** A new access token with every scope. */
  public String token() {
    return HTTP.token(credential("auth_url"), credentials);
  }

  String tokenForm() {
    return Http.tokenForm(credentials);
  }

  public JsonNode admin(String method, String path, String body) {
    String url = credential("admin_url") + "/admin/v1" + path;
    String token = credential("admin_token");
    return HTTP.send(method, url, body, Http.headers(token, "")).require(path);
  }

  /** Creates another tenant; its identifier. */
  String createTenant(String name) {
    String body = "{\"name\": \"%s\", \"timezone\": \"Europe/Berlin\"}".formatted(name);
    return admin("POST", "/tenants", body).path("tenant_id").asText();
  }

  /** A new access token of another tenant, with every scope. */
  String token(String tenant) {
    String path = "/tenants/" + tenant + "/registrations";
    return HTTP.token(baseUrl(), admin("POST", path, "{\"name\": \"bench\"}"));
  }

  /** Raises every quota out of the way. */
  void liftQuotas() {
    liftQuotas(tenantId());
  }

  /** Raises those of another tenant. */
  void liftQuotas(String tenant) {
    quotas(
        tenant,
        """
        {"max_concurrent_calls": 1000000, "max_dials_per_day": 1000000000,
         "max_contacts_per_subject_per_day": 1000, "max_open_orders": 1000000000}
        """);
  }

  /** Sets how many calls the tenant may have at once; 0 holds everything back. */
  void channels(int most) {
    quotas(tenantId(), "{\"max_concurrent_calls\": " + most + "}");
  }

  private void quotas(String tenant, String quotas) {
    admin("PATCH", "/tenants/" + tenant, "{\"quotas\": " + quotas + "}");
  }

  Instant tenantTime() {
    return Instant.parse(
        admin("GET", "/tenants/" + tenantId() + "/test-clock", "").get("now").asText());
  }

  /** Ten o'clock on the first Wednesday of the July after this one: a month without holidays. */
  public static Instant morning() {
    return ZonedDateTime.now(ZoneId.of("Europe/Berlin"))
        .plusYears(1)
        .with(Month.JULY)
        .with(TemporalAdjusters.firstInMonth(DayOfWeek.WEDNESDAY))
        .with(LocalTime.of(10, 0))
        .toInstant();
  }

  String readiness() {
    return credential("admin_url") + "/health/ready";
  }

  @Override
  public void close() {
    process.close();
  }
}
