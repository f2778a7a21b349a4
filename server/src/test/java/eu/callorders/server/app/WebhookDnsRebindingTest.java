package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Certificates;
import eu.callorders.server.webhook.delivery.FakeInternet;
import eu.callorders.server.webhook.delivery.FakeNameServer;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PfxOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service in a network with an attacker's name server. */
@Tag("long")
class WebhookDnsRebindingTest {
  private static final int PORT = 8443;
  private static final int ROUNDS = 60;
  private static final String URL = "https://hooks.example.test:8443/in";
  private static final String OPEN = "8.8.8.8";

  /** The service's public address. */
  private static final String OWN = "8.8.4.4";

  private static final List<String> INSIDE =
      List.of(
          "127.0.0.1",
          "10.0.0.1",
          "169.254.169.254",
          "168.63.129.16",
          "100.100.100.200",
          "192.0.0.192",
          "fd00:ec2::254",
          "::1",
          "64:ff9b::a9fe:a9fe",
          OWN,
          "64:ff9b::8.8.4.4",
          OPEN + " 10.0.0.1",
          "127.0.0.1 " + OPEN,
          OPEN + " ::1",
          OPEN + " " + OWN,
          "");

  @TempDir static Path directory;

  private static final FakeInternet INTERNET = new FakeInternet();
  private static final AtomicInteger INSIDE_REACHED = new AtomicInteger();
  private static final AtomicInteger ANSWERED = new AtomicInteger();
  private static volatile List<byte[]> answer = List.of();
  private static Vertx outside;
  private static FakeNameServer names;
  private static RunningService service;

  private Api api;
  private TestWebhookEndpoints hooks;

  @BeforeAll
  static void open() throws Exception {
    outside = Vertx.vertx();
    Certificates certificates = new Certificates(directory);
    Path authority = certificates.authority("authority");
    Path certificate = certificates.signed(authority, "hooks", "hooks.example.test", "-1d", 30);
    INTERNET.redirect(InetAddress.getByName(OPEN), PORT, receiver(certificate).actualPort());
    NetServer inside =
        outside
            .createNetServer()
            .connectHandler(socket -> INSIDE_REACHED.incrementAndGet())
            .listen(0, "127.0.0.1")
            .await();
    for (String host : INSIDE) {
      for (byte[] address : bytes(host.replace(OPEN, "").strip())) {
        INTERNET.redirect(InetAddress.getByAddress(address), PORT, inside.actualPort());
      }
    }
    names = new FakeNameServer(outside, name -> answer);
    service =
        RunningService.sandbox(
            Map.of(
                "CALLORDERS_WEBHOOK_CA_FILE",
                certificates.trustFile(authority).toString(),
                "CALLORDERS_WEBHOOK_EGRESS_IPS",
                OWN),
            options -> INTERNET.builder(options.setAddressResolverOptions(names.options())));
  }

  private static HttpServer receiver(Path certificate) {
    return outside
        .createHttpServer(
            new HttpServerOptions()
                .setSsl(true)
                .setKeyCertOptions(
                    new PfxOptions()
                        .setPath(certificate.toString())
                        .setPassword(Certificates.PASSWORD)))
        .requestHandler(
            request -> request.body().onSuccess(body -> answer(request, body.toString())))
        .listen(0, "127.0.0.1")
        .await();
  }

  private static void answer(HttpServerRequest request, String body) {
    ANSWERED.incrementAndGet();
    String challenge = Json.parse(body).at("/data/challenge").asText();
    request.response().end(Json.object().put("challenge", challenge).toString());
  }

  @AfterAll
  static void close() {
    service.close();
    outside.close().await();
  }

  @BeforeEach
  void begin() {
    RunningTenant tenant = service.newTenant();
    api = tenant.api();
    hooks = new TestWebhookEndpoints(tenant);
  }

  private static void setDnsAnswer(String addresses) {
    answer = bytes(addresses);
  }

  private static ObjectNode body() {
    return TestWebhookEndpoints.body().put("url", URL);
  }

  /** Deletes endpoints, since a retry would disturb the counts of other tests. */
  @AfterEach
  void delete() {
    api.get(TestWebhookEndpoints.PATH).is(200).rows().stream()
        .map(endpoint -> TestWebhookEndpoints.path(endpoint.path("id").asText()))
        .forEach(endpoint -> api.send("DELETE", endpoint, null).is(204));
  }

  @Test
  void rejectsRegistrationOfInternalAddresses() {
    for (String inside : INSIDE) {
      setDnsAnswer(inside);
      assertThat(
              api.post(TestWebhookEndpoints.PATH, body())
                  .is(422, "webhook_url_not_allowed")
                  .errors())
          .as(inside)
          .containsExactly("/url address");
    }
    assertThat(
            api.post(TestWebhookEndpoints.PATH, body().put("url", "https://" + OWN + ":8443/in"))
                .is(422, "webhook_url_not_allowed")
                .errors())
        .containsExactly("/url address");
    assertThat(api.get(TestWebhookEndpoints.PATH).rows()).isEmpty();
    assertNoInternalCalls();
  }

  @Test
  void rejectsChangeToInternalAddresses() {
    String id = hooks.pending();
    for (String inside : INSIDE) {
      setDnsAnswer(inside);
      assertThat(
              hooks.patch(id, "{`url`: `" + URL + "`}").is(422, "webhook_url_not_allowed").errors())
          .as(inside)
          .containsExactly("/url address");
    }
    assertThat(hooks.get(id).path("url").asText()).isEqualTo(TestWebhookEndpoints.UNREACHABLE_URL);
    assertNoInternalCalls();
  }

  @Test
  void doesNotTestEndpointThatResolvesInternallyLater() {
    setDnsAnswer(OPEN);
    String id = api.post(TestWebhookEndpoints.PATH, body()).is(201).id();
    Await.until("verified", () -> hooks.get(id).path("status").asText().equals("active"));
    int before = ANSWERED.get();
    for (int round = 0; round < ROUNDS; round++) {
      boolean open = round % 2 == 0;
      setDnsAnswer(open ? OPEN : INSIDE.get(round / 2 % INSIDE.size()));
      JsonNode delivery = api.post(TestWebhookEndpoints.path(id) + "/test").is(200).body();
      assertThat(delivery.path("status").asText()).isEqualTo(open ? "succeeded" : "failed");
      assertThat(delivery.at("/attempts/0/error").asText()).isEqualTo(open ? "" : "target_refused");
    }
    assertThat(ANSWERED).hasValue(before + ROUNDS / 2);
    assertNoInternalCalls();
  }

  @Test
  void doesNotDeliverEventsToInternalAddresses() {
    setDnsAnswer(OPEN);
    String id = api.post(TestWebhookEndpoints.PATH, body()).is(201).id();
    Await.until("verified", () -> hooks.get(id).path("status").asText().equals("active"));
    int before = ANSWERED.get();
    setDnsAnswer("10.0.0.1");
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("one")).is(201);
    List<JsonNode> retried =
        Await.until(
            "the delivery was tried",
            () ->
                api.get(TestWebhookEndpoints.DELIVERIES + "?status=retrying&endpoint_id=" + id)
                    .is(200)
                    .rows(),
            rows -> !rows.isEmpty());
    assertThat(retried)
        .allSatisfy(
            delivery ->
                assertThat(delivery.at("/attempts/0/error").asText()).isEqualTo("target_refused"));
    assertThat(ANSWERED).hasValue(before);
    assertNoInternalCalls();
  }

  private static void assertNoInternalCalls() {
    assertThat(INSIDE_REACHED).hasValue(0);
    assertThat(INTERNET.connections())
        .filteredOn(called -> called.getPort() == PORT)
        .extracting(InetSocketAddress::getAddress)
        .extracting(InetAddress::getHostAddress)
        .allMatch(OPEN::equals);
  }

  private static List<byte[]> bytes(String addresses) {
    return Arrays.stream(addresses.split(" "))
        .filter(address -> !address.isEmpty())
        .map(address -> InetAddress.ofLiteral(address).getAddress())
        .toList();
  }
}
