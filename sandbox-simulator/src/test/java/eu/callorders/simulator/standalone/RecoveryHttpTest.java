package eu.callorders.simulator.standalone;

import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.store.CallStore;
import eu.callorders.simulator.standalone.SignedClient.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The support for a service whose database was restored from a backup. */
class RecoveryHttpTest {
  private static final UUID DEPLOYMENT = UUID.randomUUID();
  private static final UUID ERA = UUID.randomUUID();
  private static final UUID NODE = UUID.randomUUID();
  private static final String ERAS = "/gateway/v1/eras";

  @TempDir Path directory;
  @AutoClose private RunningSimulator simulator;

  @BeforeEach
  void start() throws Exception {
    simulator = RunningSimulator.start(directory);
  }

  @Test
  void keepsTheEraAndItsNodesAcrossARestart() throws Exception {
    assertThat(raise(2, ERA, NODE).status()).isEqualTo(200);
    simulator.close();
    start();

    Response strange = raise(3, UUID.randomUUID(), UUID.randomUUID());
    assertThat(strange.status()).isEqualTo(409);
    assertThat(strange.code()).isEqualTo("era_in_use");
    assertThat(strange.body().path("number").asInt()).isEqualTo(2);
    assertThat(strange.headers().firstValue("retry-after")).isPresent();
    Response lower = raise(1, ERA, NODE);
    assertThat(lower.code()).isEqualTo("stale_era");
    assertThat(raise(3, UUID.randomUUID(), NODE).status()).isEqualTo(200);
  }

  @Test
  void returnsTheCurrentEraAndItsLastActivity() throws Exception {
    assertUnknownDeployment(DEPLOYMENT.toString());
    assertThat(raise(2, ERA, NODE).status()).isEqualTo(200);

    JsonNode first = query(DEPLOYMENT.toString()).body();
    assertThat(first.path("number").asInt()).isEqualTo(2);
    assertThat(first.path("id").asText()).isEqualTo(ERA.toString());
    assertThat(query(DEPLOYMENT.toString()).body()).isEqualTo(first);

    simulator.close();
    Instant stopped = Instant.now();
    start();
    JsonNode restarted = query(DEPLOYMENT.toString()).body();
    assertThat(restarted.path("id").asText()).isEqualTo(ERA.toString());
    assertThat(Instant.parse(restarted.path("heard_at").asText())).isAfterOrEqualTo(stopped);
    assertThat(query(DEPLOYMENT.toString()).body()).isEqualTo(restarted);
  }

  @Test
  void malformedDeploymentIdIsUnknown() throws Exception {
    for (String other : List.of("x", DEPLOYMENT.toString().toUpperCase(Locale.ROOT), "0-0-0-0-0")) {
      assertUnknownDeployment(other);
    }
  }

  private void assertUnknownDeployment(String deployment) throws Exception {
    Response got = query(deployment);
    assertThat(got.status()).isEqualTo(404);
    assertThat(got.code()).isEqualTo("unknown_deployment");
  }

  private Response query(String deployment) throws Exception {
    return client().request("GET", ERAS + "/{deployment}", ERAS + "/" + deployment, new byte[0]);
  }

  @Test
  void rejectsAMalformedEra() throws Exception {
    for (String body : List.of("", "{}", "{\"deployment\":\"x\"}")) {
      Response got = client().request("POST", ERAS, ERAS, body.getBytes(StandardCharsets.UTF_8));
      assertThat(got.status()).isEqualTo(400);
    }
  }

  @Test
  void refusesAPlacingOfAnotherEraAndAcceptsItInTheCurrentOne() throws Exception {
    raise(1, ERA, NODE);
    PlaceCall call = call("10");
    Response refused =
        client().place(call.withOrigin(new CallOrigin(DEPLOYMENT, UUID.randomUUID(), null)));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("stale_era");
    assertThat(client().query(call.attemptId()).code()).isEqualTo("unknown_attempt");

    assertThat(client().place(call).status()).isEqualTo(201);
    Response conflict =
        client().place(call.withOrigin(new CallOrigin(DEPLOYMENT, UUID.randomUUID(), null)));
    assertThat(conflict.code()).isEqualTo("attempt_conflict");
  }

  @Test
  void logHasThePlacingEvenIfTheResponseIsLost() throws Exception {
    raise(1, ERA, NODE);
    PlaceCall call = call("42");
    assertThatThrownBy(() -> client().place(call)).isInstanceOf(IOException.class);

    List<JsonNode> logged = events();
    assertThat(logged).hasSize(1);
    JsonNode accepted = logged.getFirst();
    assertThat(accepted.path("type").asText()).isEqualTo("call.accepted");
    assertThat(accepted.path("call_order_id").asText())
        .isEqualTo(IdKind.ORDER.format(call.orderId()));
    assertThat(accepted.path("tenant_id").asText())
        .isEqualTo(IdKind.TENANT.format(call.tenantId()));
    assertThat(accepted.path("to").asText()).isEqualTo(call.to().e164());
    assertThat(accepted.path("attempt").asInt()).isEqualTo(1);
    assertThat(Instant.parse(accepted.path("not_after").asText())).isEqualTo(call.notAfter());
    assertThat(accepted.path("deployment").asText()).isEqualTo(DEPLOYMENT.toString());
    assertThat(accepted.path("era").asText()).isEqualTo(ERA.toString());
    assertThat(accepted.path("context").asText()).isEqualTo("Y29udGV4dA");
  }

  @Test
  void pageNamesTheLogAndItsOldestFact() throws Exception {
    JsonNode page = client().get("/gateway/v1/events", "").body();

    assertThat(page.path("next").asText()).startsWith(page.path("log_id").asText() + "-");
    assertThat(Instant.parse(page.path("kept_since").asText())).isBefore(Instant.now());
  }

  @Test
  void distinguishesExpiredFromUnknownCursors() throws Exception {
    String log = client().get("/gateway/v1/events", "").body().path("log_id").asText();
    simulator.close();
    Instant now = Instant.now();
    try (CallStore store = CallStore.open(directory.resolve("store"), "simulator")) {
      UUID old = UUID.randomUUID();
      GatewayEvent event =
          new GatewayEvent.Ringing(
              new GatewayEvent.Header(old + "-1", old, "ref", 1, now.minusSeconds(9)));
      store.log().append(1, event, true);
      store.log().append(2, event, true);
      store.expire(now, now);
      store.commit();
    }
    start();

    assertThat(client().get("/gateway/v1/events", "?after=" + log + "-0").code())
        .isEqualTo("expired_cursor");
    assertThat(client().get("/gateway/v1/events", "?after=" + log + "-1").status()).isEqualTo(200);
    assertThat(client().get("/gateway/v1/events", "?after=" + log + "-3").code())
        .isEqualTo("unknown_cursor");
  }

  @Test
  void logHasTheErasureOfACall() throws Exception {
    raise(1, ERA, NODE);
    PlaceCall call = call("10");
    client().place(call);
    client().erase(call.attemptId());

    List<JsonNode> logged = events();
    assertThat(logged).hasSize(1);
    assertThat(logged.getFirst().path("type").asText()).isEqualTo("call.forgotten");
    assertThat(logged.getFirst().path("call_order_id").asText())
        .isEqualTo(IdKind.ORDER.format(call.orderId()));
  }

  private Response raise(int number, UUID id, UUID node) throws Exception {
    return client()
        .request(
            "POST",
            ERAS,
            ERAS,
            GatewayJson.bytes(new EraRequest(DEPLOYMENT, number, id, node, false)));
  }

  private List<JsonNode> events() throws Exception {
    List<JsonNode> events = new ArrayList<>();
    client().get("/gateway/v1/events", "?limit=1000").body().path("events").forEach(events::add);
    return events;
  }

  private SignedClient client() {
    return simulator.client();
  }

  private static PlaceCall call(String digits) {
    return toDigits(digits)
        .notAfter(Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.MILLIS))
        .build()
        .withOrigin(new CallOrigin(DEPLOYMENT, ERA, "Y29udGV4dA"));
  }
}
