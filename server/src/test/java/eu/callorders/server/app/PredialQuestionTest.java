package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The question before a dial, from the setting to the call, with a client that answers. */
class PredialQuestionTest {
  private static final Vertx vertx = Vertx.vertx();
  private static final List<JsonNode> questions = new CopyOnWriteArrayList<>();
  private static final List<MessageSignature.Verdict> verdicts = new CopyOnWriteArrayList<>();
  private static volatile BiConsumer<JsonNode, HttpServerRequest> client = (question, to) -> {};
  private static volatile SigningSecret secret;
  private static final HttpServer server =
      vertx
          .createHttpServer()
          .requestHandler(request -> request.body().onSuccess(body -> receive(request, body)))
          .listen(0, "127.0.0.1")
          .await();
  private static final String TARGET = "127.0.0.1:" + server.actualPort();
  private static final RunningService service =
      RunningService.sandbox(Map.of("CALLORDERS_WEBHOOK_EXTRA_TARGETS", TARGET));

  private final Api admin = service.administration(RunningService.ADMIN_TOKEN);
  private final RunningTenant tenant = service.newTenant();

  PredialQuestionTest() {
    JsonNode set =
        admin
            .send(
                "PATCH",
                "/admin/v1/tenants/" + tenant.id(),
                """
                {"predial_check": {"url": "http://%s/predial", "timeout_ms": 2000}}
                """
                    .formatted(TARGET))
            .is(200)
            .body();
    secret = SigningSecret.parse(set.at("/predial_check/secret").asText());
    questions.clear();
    verdicts.clear();
  }

  @AfterAll
  static void close() {
    service.close();
    vertx.close().await();
  }

  private static void receive(HttpServerRequest request, Buffer body) {
    verdicts.add(
        MessageSignature.of(secret)
            .verify(
                request.getHeader("webhook-id"),
                request.getHeader("webhook-timestamp"),
                request.getHeader("webhook-signature"),
                body.getBytes(),
                Instant.now()));
    JsonNode question = Json.parse(body.getBytes());
    questions.add(question);
    client.accept(question, request);
  }

  private static void answers(String json) {
    client = (question, request) -> request.response().end(json);
  }

  private JsonNode rule(String order) {
    JsonNode rules =
        admin
            .get("/admin/v1/tenants/" + tenant.id() + "/call-orders/" + order + "/explanation")
            .is(200)
            .body()
            .path("rules");
    return StreamSupport.stream(rules.spliterator(), false)
        .filter(each -> each.path("rule").asText().equals("predial_check"))
        .findFirst()
        .orElseThrow();
  }

  private JsonNode awaitState(String order, String state) {
    return Await.until(
        "the check is " + state,
        () -> rule(order),
        rule -> rule.at("/parameters/state").asText().equals(state));
  }

  @Test
  void auditLogContainsTheAddressAndNoSecret() {
    JsonNode entry =
        admin
            .get("/admin/v1/audit-log?action=tenant.updated&tenant_id=" + tenant.id())
            .is(200)
            .body()
            .at("/data/0");

    assertThat(entry.at("/details/after/predial_check/url").asText())
        .isEqualTo("http://%s/predial".formatted(TARGET));
    assertThat(entry.toString()).doesNotContain("whsec_");
  }

  @Test
  void permittedOrderIsCalled() {
    answers(
        "{\"decision\": \"proceed\", \"outstanding\": {\"value\": \"80.00\", \"currency\":"
            + " \"EUR\"}}");
    String order =
        tenant.create(
            tenant
                .order("21")
                .set("/client_reference", "AZ-1")
                .set("/metadata/campaign", "autumn"));

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");

    assertThat(questions).hasSize(1);
    assertThat(verdicts).containsExactly(MessageSignature.Verdict.GENUINE);
    JsonNode data = questions.getFirst().path("data");
    assertThat(data.path("call_order_id").asText()).isEqualTo(order);
    assertThat(data.path("client_reference").asText()).isEqualTo("AZ-1");
    assertThat(data.at("/metadata/campaign").asText()).isEqualTo("autumn");
    assertThat(data.at("/claim/outstanding/value").asText()).isEqualTo("120.50");
    assertThat(questions.getFirst().path("tenant_id").asText()).isEqualTo(tenant.id());
    assertThat(questions.getFirst().toString()).doesNotContain("Mustermann", "+49");
    assertThat(
            service.sql(
                "SELECT decision #>> '{predial_check,outstanding,value}' FROM call_attempt"
                    + " WHERE tenant_id = ?",
                tenant.uuid()))
        .containsExactly(List.of("80.00"));
  }

  /** The payment is booked when the question arrives, a moment before the call. */
  @Test
  void paymentBeforeTheQuestionStopsTheCall() {
    answers("{\"decision\": \"cancel\", \"reason\": \"paid this morning\"}");
    String order = tenant.create(tenant.order("21"));

    ServiceResponse ended = tenant.awaitEnd(order);

    assertThat(ended.at("/status")).isEqualTo("canceled");
    assertThat(ended.at("/result/termination/note")).isEqualTo("paid this morning");
    assertThat(ended.body().path("calls")).isEmpty();
    assertThat(tenant.eventTypes(order))
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  @Test
  void heldOrderSaysSo() {
    Instant until = tenant.now().plusSeconds(7200);
    answers("{\"decision\": \"hold\", \"until\": \"" + until + "\"}");
    String order = tenant.create(tenant.order("21"));

    JsonNode rule = awaitState(order, "held");

    assertThat(Instant.parse(rule.path("until").asText())).isEqualTo(until);
    assertThat(rule.path("verdict").asText()).isEqualTo("wait");
    assertThat(tenant.api().order(order).at("/status")).isEqualTo("scheduled");
  }

  @Test
  void failureHoldsWithOneLogLine() {
    answers("x".repeat(2 << 20));
    try (ConsoleCapture log = ConsoleCapture.of("json")) {
      String order = tenant.create(tenant.order("21"));

      JsonNode rule = awaitState(order, "unanswered");

      assertThat(rule.at("/parameters/error").asText()).isEqualTo("answer_too_large");
      assertThat(rule.at("/parameters/failures").asInt()).isEqualTo(1);
      assertThat(log.printed().lines().filter(line -> line.contains("predial question")))
          .singleElement()
          .asString()
          .contains(order, tenant.id(), "answer_too_large", TARGET)
          .doesNotContain("/predial\"");
      assertThat(questions).hasSize(1);
    }
  }

  @Test
  void silentClientDelaysNoOtherTenant() {
    client = (question, request) -> {};
    RunningTenant other = service.newTenant();
    String waiting = tenant.create(tenant.order("21"));
    Await.until("the client is asked", () -> !questions.isEmpty());

    String order = other.create(other.order("21"));

    assertThat(other.awaitEnd(order).at("/status")).isEqualTo("completed");
    assertThat(rule(waiting).at("/verdict").asText()).isEqualTo("wait");
    assertThat(awaitState(waiting, "unanswered").at("/parameters/error").asText())
        .isEqualTo("connection_failed");
  }

  @Test
  void clockWaitsForTheAnswer() {
    client =
        (question, request) ->
            vertx.setTimer(
                300,
                later ->
                    request.response().end("{\"decision\": \"cancel\", \"reason\": \"paid\"}"));
    String order =
        tenant.create(
            tenant
                .order("21")
                .set("/scheduling/window/not_before", tenant.now().plusSeconds(3 * 86_400)));

    tenant.advanceClock(Duration.ofDays(9));

    ServiceResponse ended = tenant.api().order(order);
    assertThat(ended.at("/status")).isEqualTo("canceled");
    assertThat(Instant.parse(ended.at("/ended_at")))
        .isBefore(tenant.now().minus(Duration.ofDays(5)));
    assertThat(questions).hasSize(1);
  }
}
