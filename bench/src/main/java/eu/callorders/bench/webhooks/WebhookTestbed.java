package eu.callorders.bench.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.bench.Server;
import eu.callorders.bench.TemporaryDirectory;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A service that may send to receivers of its own, and believes their certificates. */
final class WebhookTestbed implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final byte[] MASTER_KEY = new byte[32];

  final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setPreferNativeTransport(true));
  final TemporaryDirectory directory = TemporaryDirectory.create();
  final CertificateAuthority authority = CertificateAuthority.in(directory.path());
  final BlackHoles silence = new BlackHoles();
  final Receivers receivers;

  /** On an event loop of their own: a black hole takes no time of those that answer. */
  final Receivers unresponsiveHosts;

  private final Vertx vertxOfHoles = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  final Server server;
  final Connection connection;
  final Keyring keyring = Keyring.of(List.of(MASTER_KEY), new SecureRandom());
  private final HttpClient http = HttpClient.newHttpClient();

  /**
   * Starts everything.
   *
   * @param ports so many receivers
   */
  WebhookTestbed(int ports) throws IOException, SQLException {
    receivers = new Receivers(vertx, authority, ports);
    unresponsiveHosts = new Receivers(vertxOfHoles, authority, 1);
    List<String> targets = new ArrayList<>(receivers.targets());
    targets.addAll(unresponsiveHosts.targets());
    targets.add(silence.mute());
    targets.add(silence.shut());
    server =
        Server.start(
            Map.of(
                "CALLORDERS_MASTER_KEY",
                Base64.getEncoder().encodeToString(MASTER_KEY),
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
                String.join(",", targets),
                "CALLORDERS_WEBHOOK_CA_FILE",
                authority.trusted().toString()));
    connection = server.connect();
  }

  /** The tenant whose token {@link #post} uses. */
  UUID tenant() {
    return IdKind.TENANT.parse(server.sandbox().tenantId()).orElseThrow();
  }

  /** Makes a tenant. */
  UUID newTenant(String name) {
    JsonNode made =
        server
            .sandbox()
            .admin(
                "POST",
                "/admin/v1/tenants",
                "{\"name\": \"%s\", \"timezone\": \"Europe/Berlin\"}".formatted(name));
    return IdKind.TENANT.parse(made.path("tenant_id").asText()).orElseThrow();
  }

  /** Registers an endpoint through the API, and waits until it has proved itself. */
  UUID register(String url) throws IOException, InterruptedException, SQLException {
    JsonNode made = post("/v1/webhook-endpoints", "{\"url\": \"%s/new\"}".formatted(url));
    UUID id = IdKind.WEBHOOK_ENDPOINT.parse(made.path("id").asText()).orElseThrow();
    while (count(
            "SELECT count(*) FROM webhook_endpoint WHERE status = 'active' AND id = '" + id + "'")
        == 0) {
      Thread.sleep(20);
    }
    return id;
  }

  /** Calls the API for {@link #tenant()}; answers the body. */
  JsonNode post(String path, String body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.sandbox().baseUrl() + path))
            .header("authorization", "Bearer " + server.sandbox().token())
            .header("content-type", "application/json")
            .header("idempotency-key", UUID.randomUUID().toString())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 300) {
      throw new IOException(path + " answered " + response.body());
    }
    return JSON.readTree(response.body());
  }

  long count(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  int execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  @Override
  public void close() throws IOException, SQLException {
    connection.close();
    server.close();
    http.close();
    silence.close();
    receivers.close();
    unresponsiveHosts.close();
    vertx.close().await();
    vertxOfHoles.close().await();
    directory.close();
  }
}
