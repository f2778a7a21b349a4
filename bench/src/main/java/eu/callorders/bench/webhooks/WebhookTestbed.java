package eu.callorders.bench.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.BlackHoles;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Server;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.TemporaryDirectory;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;

/** A service that may send to receivers of its own, and trusts their certificates. */
final class WebhookTestbed implements AutoCloseable {
  private static final byte[] MASTER_KEY = new byte[32];

  final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2).setPreferNativeTransport(true));
  private final TemporaryDirectory directory = TemporaryDirectory.create();
  final ReceiverCertificate certificate = ReceiverCertificate.in(directory.path());
  final BlackHoles silence = new BlackHoles();
  final Receivers receivers;

  /** On an event loop of their own: a black hole takes no time of those that answer. */
  final Receivers unresponsiveHosts;

  private final Vertx vertxOfHoles = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Keyring keyring = Keyring.of(List.of(MASTER_KEY), new SecureRandom());
  private final Http http = new Http(Duration.ofMinutes(1));
  final Server server;
  final SqlSession session;
  final WebhookSeeder seeder;

  WebhookTestbed(int ports) throws Exception {
    receivers = new Receivers(vertx, certificate, ports);
    unresponsiveHosts = new Receivers(vertxOfHoles, certificate, 1);
    List<String> targets = new ArrayList<>(receivers.targets());
    targets.addAll(unresponsiveHosts.targets());
    targets.addAll(List.of(silence.mute(), silence.shut()));
    server =
        Server.start(
            Map.of(
                "CALLORDERS_MASTER_KEY", Base64.getEncoder().encodeToString(MASTER_KEY),
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS", String.join(",", targets),
                "CALLORDERS_WEBHOOK_CA_FILE", certificate.trusted().toString()));
    session = server.connect();
    seeder = seeder(session);
  }

  WebhookSeeder seeder(SqlSession own) {
    return new WebhookSeeder(own, keyring);
  }

  /** The tenant whose token {@link #post} uses. */
  UUID tenant() {
    return IdKind.TENANT.parse(server.sandbox().tenantId()).orElseThrow();
  }

  /** Writes endpoints, {@value WebhookSeeder#ENDPOINTS_PER_TENANT} to a tenant; the tenants. */
  List<UUID> endpoints(String name, int count, IntFunction<String> urls) throws Exception {
    List<UUID> tenants = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      if (number % WebhookSeeder.ENDPOINTS_PER_TENANT == 0) {
        tenants.add(newTenant(name + " " + number));
      }
      seeder.endpoint(tenants.getLast(), urls.apply(number));
    }
    return tenants;
  }

  private UUID newTenant(String name) {
    String body = "{\"name\": \"%s\", \"timezone\": \"Europe/Berlin\"}".formatted(name);
    JsonNode made = server.sandbox().admin("POST", "/tenants", body);
    return IdKind.TENANT.parse(made.path("tenant_id").asText()).orElseThrow();
  }

  /** Registers an endpoint through the API, and waits until it has proved itself. */
  UUID register(String url) throws Exception {
    JsonNode made = post("/v1/webhook-endpoints", "{\"url\": \"%s/new\"}".formatted(url));
    UUID id = IdKind.WEBHOOK_ENDPOINT.parse(made.path("id").asText()).orElseThrow();
    String active = "SELECT count(*) FROM webhook_endpoint WHERE status = 'active' AND id = ?";
    Polling.until(
        Duration.ofMinutes(1),
        20,
        "the endpoint was not verified",
        () -> session.number(active, id) > 0);
    return id;
  }

  /** Calls the API for {@link #tenant()}; answers the body. */
  JsonNode post(String path, String body) {
    Map<String, String> headers =
        Http.headers(server.sandbox().token(), UUID.randomUUID().toString());
    return http.send("POST", server.sandbox().baseUrl() + path, body, headers).require(path);
  }

  @Override
  public void close() throws IOException, SQLException {
    session.close();
    server.close();
    silence.close();
    receivers.close();
    unresponsiveHosts.close();
    vertx.close().await();
    vertxOfHoles.close().await();
    directory.close();
  }
}
