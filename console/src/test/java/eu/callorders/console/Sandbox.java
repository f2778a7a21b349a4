package eu.callorders.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Transport;
import eu.callorders.db.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A sandbox: the service with its database in another process. */
public final class Sandbox implements AutoCloseable {
  private static final int PHONES_PER_PREFIX = 10;
  private static final int NOON = 12;
  private static final List<String> FICTIONAL_PREFIXES =
      List.of("+493023125", "+496990009", "+494066969", "+492214710");

  private final AtomicInteger orders = new AtomicInteger();
  private final WebhookReceiver receiver;
  private final Path directory;
  private Process process;
  private final ApiClient api;
  private final ApiClient administration;
  private final String tenantId;
  private final String adminToken;

  private Sandbox(WebhookReceiver receiver, Path directory, Process process) {
    this.receiver = receiver;
    this.directory = directory;
    this.process = process;
    JsonNode credentials = credentials();
    adminToken = credentials.path("admin_token").asText();
    Transport transport = new Transport(Transport.Timeouts.DEFAULT);
    URI base = URI.create(credentials.path("base_url").asText());
    api =
        ApiClient.of(
            transport,
            base,
            new RefreshingTokenSource(
                transport,
                new Credentials(
                    base,
                    credentials.path("client_id").asText(),
                    credentials.path("client_secret").asText())));
    administration =
        ApiClient.administration(
            transport, URI.create(credentials.path("admin_url").asText()), adminToken);
    tenantId = credentials.path("tenant_id").asText();
  }

  /** Shared by all tests of the JVM; stopped on exit. */
  public static Sandbox shared() {
    return Shared.SANDBOX;
  }

  private static final class Shared {
    static final Sandbox SANDBOX = start();

    static {
      Runtime.getRuntime().addShutdownHook(new Thread(SANDBOX::close));
    }
  }

  /** Returns once the service is ready. */
  public static Sandbox start() {
    try {
      WebhookReceiver receiver = new WebhookReceiver();
      Path directory = Files.createTempDirectory("call-orders-console");
      Process process = launch(directory, receiver, FreePort.choose(), FreePort.choose());
      return new Sandbox(receiver, directory, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Process launch(
      Path directory, WebhookReceiver receiver, int port, int administrationPort)
      throws IOException {
    ProcessBuilder builder =
        java("--sun-misc-unsafe-memory-access=allow", "-Xmx256m", "eu.callorders.server.cli.Main");
    builder.environment().keySet().removeIf(key -> key.startsWith("CALLORDERS_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "CALLORDERS_HTTP_PORT", Integer.toString(port),
                "CALLORDERS_ADMIN_PORT", Integer.toString(administrationPort),
                "CALLORDERS_RATE_LIMIT", "off",
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS", receiver.target()));
    Process process = builder.directory(directory.toFile()).redirectErrorStream(true).start();
    awaitReady(process);
    return process;
  }

  /** A Java process with the class path of this one; the last argument is the main class. */
  public static ProcessBuilder java(String... arguments) {
    List<String> line =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line);
  }

  /** Kills the service process. */
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Starts the service again with the same data and ports. */
  public void restart() {
    try {
      process = launch(directory, receiver, api.base().getPort(), administration.base().getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitReady(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    StringBuilder read = new StringBuilder();
    for (String line = output.readLine(); ; line = output.readLine()) {
      if (line == null) {
        throw new AssertionError(read);
      }
      if (line.equals("ready")) {
        Thread.ofVirtual().start(() -> discard(output));
        return;
      }
      read.append(line).append('\n');
    }
  }

  /** Reads until the process ends; destroying it closes the stream, even during a read. */
  private static void discard(BufferedReader output) {
    try {
      output.transferTo(Writer.nullWriter());
    } catch (IOException closed) {
      // the process is destroyed
    }
  }

  private JsonNode credentials() {
    try {
      Path file = directory.resolve("data").resolve("demo-credentials.json");
      return Json.parse(Files.readString(file)).orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Contains {@code data/demo-credentials.json}. */
  public Path directory() {
    return directory;
  }

  /** Receives the webhooks of registered endpoints. */
  public WebhookReceiver receiver() {
    return receiver;
  }

  /** Registers an endpoint at the receiver; returns its identifier. */
  public String webhook(String path, String description) {
    try {
      return webhook(api, path, description);
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  String webhook(ApiClient client, String path, String description) throws ApiException {
    ObjectNode body = Json.object().put("url", receiver.url(path)).put("description", description);
    return client.post("/v1/webhook-endpoints", body).body().path("id").asText();
  }

  public ApiClient api() {
    return api;
  }

  public ApiClient administration() {
    return administration;
  }

  public String tenantId() {
    return tenantId;
  }

  public String adminToken() {
    return adminToken;
  }

  /** The tenant's time, by its test clock. */
  public Instant now() {
    try {
      String clock = "/admin/v1/tenants/" + tenantId + "/test-clock";
      return Instant.parse(administration.get(clock).body().path("now").asText());
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A time zone in which it is about noon by the tenant's clock: its people may be called for
   * hours, also when the tests start in the evening.
   */
  public String noonZone() {
    int ahead = NOON - now().atZone(ZoneOffset.UTC).getHour();
    return "Etc/GMT" + (ahead > 0 ? "-" : "+") + Math.abs(ahead);
  }

  /** Creates an order to one of forty magic numbers in turn; returns its identifier. */
  public String order(String subject, String digits) {
    int count = orders.getAndIncrement();
    String phone =
        FICTIONAL_PREFIXES.get(count / PHONES_PER_PREFIX % FICTIONAL_PREFIXES.size())
            + count % PHONES_PER_PREFIX
            + digits;
    try {
      return create(api, body(subject, "Muster", noonZone(), phone));
    } catch (ApiException e) {
      throw new AssertionError(e);
    }
  }

  /** The body of an order for Erika with that family name. */
  static ObjectNode body(String subject, String family, String zone, String phone) {
    String body =
        """
        {"order_type": "payment_reminder", "client_reference": "case-%s",
         "subject": {"reference": "%s", "name": {"given_name": "Erika", "family_name": "%s"},
          "timezone": "%s"},
         "contacts": [{"channel": "phone", "value": "%s"}],
         "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
          "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}}}
        """
            .formatted(subject, subject, family, zone, phone);
    return (ObjectNode) Json.parse(body).orElseThrow();
  }

  static String create(ApiClient api, JsonNode order) throws ApiException {
    return api.post("/v1/call-orders", order).body().path("id").asText();
  }

  @Override
  public void close() {
    process.destroy();
    receiver.close();
    try {
      process.waitFor();
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
