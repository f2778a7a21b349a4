package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A service of its own for one measurement: the jar, started in a data directory that goes away.
 */
public final class Sandbox implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Options for the JVM of the service, a setting of the driver and of the environment. */
  public static final String JAVA_OPTIONS = "BENCH_JAVA_OPTIONS";

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Process process;
  private final Path directory;
  private final boolean ownsDirectory;
  private final Duration startedIn;
  private final JsonNode credentials;
  private final HttpClient http = HttpClient.newHttpClient();

  private Sandbox(
      Process process,
      Path directory,
      boolean ownsDirectory,
      Duration startedIn,
      JsonNode credentials) {
    this.process = process;
    this.directory = directory;
    this.ownsDirectory = ownsDirectory;
    this.startedIn = startedIn;
    this.credentials = credentials;
  }

  /** Starts the jar in a new directory, with rate limits off, and waits until it is ready. */
  static Sandbox start(Map<String, String> settings) throws IOException {
    return start(TemporaryDirectory.create().path(), true, settings);
  }

  /** Starts the jar in that directory, which stays. */
  static Sandbox startIn(Path directory, Map<String, String> settings) throws IOException {
    return start(directory, false, settings);
  }

  private static Sandbox start(Path directory, boolean owns, Map<String, String> settings)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(javaProgram()));
    command.addAll(furtherOptions(settings));
    command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", "-jar", jar()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(directory.resolve("stderr.log").toFile());
    builder.environment().put("CALLORDERS_DATA_DIR", directory.toString());
    builder.environment().put("CALLORDERS_HTTP_PORT", "0");
    builder.environment().put("CALLORDERS_ADMIN_PORT", "0");
    builder.environment().put("CALLORDERS_RATE_LIMIT", "off");
    builder.environment().put("CALLORDERS_DEMO", "true");
    builder.environment().putAll(settings);
    long begin = System.nanoTime();
    Process process = builder.start();
    awaitReady(process);
    Duration startedIn = Duration.ofNanos(System.nanoTime() - begin);
    JsonNode credentials =
        JSON.readTree(Files.readString(directory.resolve("demo-credentials.json")));
    return new Sandbox(process, directory, owns, startedIn, credentials);
  }

  private static void awaitReady(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    String line = output.readLine();
    while (line != null && !line.equals("ready")) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException("the service ended before it was ready");
    }
    Thread.ofVirtual().start(() -> output.lines().forEach(ignored -> {}));
  }

  /** What the environment wants of the service's JVM, such as a recording. */
  private static List<String> furtherOptions(Map<String, String> settings) {
    String fromDriver = settings.getOrDefault(JAVA_OPTIONS, "");
    String options = (fromDriver + " " + System.getenv().getOrDefault(JAVA_OPTIONS, "")).strip();
    return options.isEmpty() ? List.of() : List.of(options.split("\\s+", -1));
  }

  private static String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String jar() {
    return System.getProperty("bench.jar", "server/target/call-orders.jar");
  }

  Duration startedIn() {
    return startedIn;
  }

  public long pid() {
    return process.pid();
  }

  public String baseUrl() {
    return credentials.get("base_url").asText();
  }

  public String tenantId() {
    return credentials.get("tenant_id").asText();
  }

  Path directory() {
    return directory;
  }

  /** A new access token with every scope. */
  public String token() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(credentials.get("auth_url").asText() + "/oauth2/token"))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(tokenForm()))
            .build();
    return send(request).get("access_token").asText();
  }

  /** What asks for one. */
  String tokenForm() {
    return "grant_type=client_credentials&client_id="
        + credentials.get("client_id").asText()
        + "&client_secret="
        + credentials.get("client_secret").asText();
  }

  /** Calls the administration interface. */
  public JsonNode admin(String method, String path, String body) {
    HttpRequest.BodyPublisher publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    return send(
        HttpRequest.newBuilder(URI.create(credentials.get("admin_url").asText() + path))
            .header("authorization", "Bearer " + credentials.get("admin_token").asText())
            .header("content-type", "application/json")
            .method(method, publisher)
            .build());
  }

  /** Raises every quota out of the way. */
  void liftQuotas() {
    admin(
        "PATCH",
        "/admin/v1/tenants/" + tenantId(),
        """
        {"quotas": {"max_concurrent_calls": 1000000, "max_dials_per_day": 1000000000,
                    "max_contacts_per_subject_per_day": 1000, "max_open_orders": 1000000000}}
        """);
  }

  /** Sets how many calls the tenant may have at once; 0 holds everything back. */
  void channels(int most) {
    admin(
        "PATCH",
        "/admin/v1/tenants/" + tenantId(),
        "{\"quotas\": {\"max_concurrent_calls\": " + most + "}}");
  }

  /** What the tenant's clock shows. */
  Instant tenantTime() {
    return Instant.parse(
        admin("GET", "/admin/v1/tenants/" + tenantId() + "/test-clock", "").get("now").asText());
  }

  private JsonNode send(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IOException(
            "%s answered %d: %s".formatted(request.uri(), response.statusCode(), response.body()));
      }
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * How the process ended.
   *
   * @param took from the signal to its end
   */
  record Exit(Duration took, int code) {}

  /**
   * Sends SIGTERM and waits for the end; kills the process after the limit.
   *
   * @param meanwhile runs on this thread before it waits
   */
  Exit terminate(Duration limit, Runnable meanwhile) throws InterruptedException {
    long began = System.nanoTime();
    var ended = process.onExit().thenApply(gone -> System.nanoTime() - began);
    process.destroy();
    meanwhile.run();
    if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return new Exit(Duration.ofNanos(ended.join()), process.waitFor());
  }

  URI readiness() {
    return URI.create(credentials.get("admin_url").asText() + "/health/ready");
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    http.close();
    if (ownsDirectory) {
      new TemporaryDirectory(directory).close();
    }
  }
}
