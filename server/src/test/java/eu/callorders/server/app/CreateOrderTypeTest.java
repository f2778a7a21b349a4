package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreateOrderTypeTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  @Test
  void createsDraftWithGivenMembers() {
    ObjectNode body = OrderTypeBody.of("second_reminder");
    body.put("description", "Firmer.");
    body.set(
        "agent",
        Json.parse(
            "{\"objective\": \"Ask for a date.\", \"opening\": \"Say why.\", \"persona\":"
                + " \"Calm.\", \"voice\": \"clara\", \"locale\": \"de-DE\"}"));
    body.set(
        "defaults",
        Json.parse(
            "{\"scheduling\": {\"max_attempts\": 5, \"retry\": {\"min_gap_hours\": 24}},"
                + " \"negotiation\": {\"installments\": {}}, \"delivery\": {\"transcript\":"
                + " \"none\"}, \"variables\": {\"tone\": \"firm\", \"n\": 1.50}}"));

    ServiceResponse created = api.post(OrderTypeBody.PATH, body).is(201);

    assertThat(created.header("Location")).isEqualTo("/v1/order-types/second_reminder");
    assertThat(created.header("ETag")).isEqualTo("\"1\"");
    assertThat(created.at("/status")).isEqualTo("draft");
    assertThat(created.at("/version")).isEqualTo("1");
    assertThat(created.at("/created_at")).isEqualTo(created.at("/updated_at"));
    for (String member : List.of("key", "title", "description", "agent", "defaults")) {
      assertThat(created.body().path(member)).isEqualTo(body.path(member));
    }
    ServiceResponse shown = api.get(created.header("Location")).is(200);
    assertThat(shown.text()).isEqualTo(created.text());
    assertThat(shown.header("ETag")).isEqualTo("\"1\"");
  }

  @Test
  void storesDefaultsCanonically() {
    ServiceResponse created =
        api.post(
                OrderTypeBody.PATH,
                OrderTypeBody.of(
                    "spelling",
                    "{\"scheduling\": {\"max_attempts\": 5.0, \"retry\": {}, \"window\":"
                        + " {\"not_before\": \"2027-01-01T10:00:00+01:00\"}}, \"delivery\": {}}"))
            .is(201);

    assertThat(created.body().path("defaults").toString())
        .isEqualTo(
            "{\"scheduling\":{\"max_attempts\":5,\"window\":"
                + "{\"not_before\":\"2027-01-01T09:00:00.000Z\"}}}");
    assertThat(api.post(OrderTypeBody.PATH, OrderTypeBody.of("bare")).body().path("defaults"))
        .isEqualTo(Json.object());
  }

  @Test
  void emitsEvent() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("announced")).is(201);

    JsonNode event =
        tenant.events(null).stream()
            .filter(it -> it.at("/related/order_type").asText().equals("announced"))
            .findFirst()
            .orElseThrow();
    assertThat(event.path("type").asText()).isEqualTo("order_type.created");
    assertThat(event.path("data"))
        .isEqualTo(api.get(OrderTypeBody.path("announced")).is(200).body());
    assertThat(event.path("occurred_at")).isEqualTo(event.at("/data/created_at"));
  }

  @Test
  void keyIsUniquePerTenant() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("once")).is(201);

    api.post(OrderTypeBody.PATH, OrderTypeBody.of("once")).is(409, "already_exists");
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("payment_reminder")).is(409, "already_exists");
    tenant.service().newTenant().api().post(OrderTypeBody.PATH, OrderTypeBody.of("once")).is(201);
  }

  @Test
  void concurrentRequestsCreateOneType() {
    List<Integer> statuses =
        IntStream.range(0, 8)
            .mapToObj(
                each ->
                    CompletableFuture.supplyAsync(
                        () -> api.post(OrderTypeBody.PATH, OrderTypeBody.of("wanted")).status()))
            .collect(Collectors.toList())
            .stream()
            .map(CompletableFuture::join)
            .sorted()
            .toList();

    assertThat(statuses).containsExactly(201, 409, 409, 409, 409, 409, 409, 409);
  }

  @Test
  void repeatsReplyForSameKey() {
    ObjectNode body = OrderTypeBody.of("repeated");
    ServiceResponse first = api.post(OrderTypeBody.PATH, body, "Idempotency-Key", "type-1").is(201);
    ServiceResponse again = api.post(OrderTypeBody.PATH, body, "Idempotency-Key", "type-1").is(201);

    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("other"), "Idempotency-Key", "type-1")
        .is(422, "idempotency_key_reused");
    ServiceResponse taken = api.post(OrderTypeBody.PATH, body, "Idempotency-Key", "type-2").is(409);
    assertThat(taken.code()).isEqualTo("already_exists");
    assertThat(
            api.post(OrderTypeBody.PATH, body, "Idempotency-Key", "type-2")
                .is(409, "already_exists")
                .header("Idempotent-Replayed"))
        .isEqualTo("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A_b", "1a", "a-b", "ä_b", "", "_a", "a b"})
  void rejectsInvalidKeys(String key) {
    ServiceResponse refused = api.post(OrderTypeBody.PATH, OrderTypeBody.of(key)).is(422);

    assertThat(refused.errors()).hasSize(1).allMatch(error -> error.startsWith("/key "));
  }

  @Test
  void enforcesLengthLimits() {
    ObjectNode longest = OrderTypeBody.of("k".repeat(64));
    longest.put("title", "t".repeat(200)).put("description", "d".repeat(500));
    longest
        .withObject("/agent")
        .put("objective", "o".repeat(2000))
        .put("opening", "p".repeat(1000));
    longest.withObject("/agent").put("persona", "p".repeat(1000)).put("voice", "v".repeat(64));
    api.post(OrderTypeBody.PATH, longest).is(201);

    ObjectNode more = longest.deepCopy();
    more.put("key", "k".repeat(65)).put("title", "t".repeat(201));
    more.put("description", "d".repeat(501));
    more.withObject("/agent").put("objective", "o".repeat(2001)).put("opening", "p".repeat(1001));
    more.withObject("/agent").put("persona", "p".repeat(1001)).put("voice", "v".repeat(65));
    assertThat(api.post(OrderTypeBody.PATH, more).is(422, "validation_failed").errors())
        .contains(
            "/title max_length",
            "/description max_length",
            "/agent/objective max_length",
            "/agent/opening max_length",
            "/agent/persona max_length",
            "/agent/voice max_length")
        .anyMatch(error -> error.startsWith("/key "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{} | /key required",
        "{} | /title required",
        "{} | /agent required",
        "{`agent`: {}} | /agent/objective required",
        "{`agent`: {`objective`: ``}} | /agent/objective min_length",
        "{`agent`: {`objective`: null}} | /agent/objective type",
        "{`agent`: {`mood`: `x`}} | /agent/mood unknown_member",
        "{`agent`: {`locale`: `german`}} | /agent/locale pattern",
        "{`title`: ``} | /title min_length",
        "{`title`: 1} | /title type",
        "{`description`: null} | /description type",
        "{`status`: `active`} | /status unknown_member",
        "{`version`: 2} | /version unknown_member",
        "{`defaults`: {`metadata`: {}}} | /defaults/metadata unknown_member",
        "{`defaults`: {`scheduling`: {`max_attempts`: 0}}} | /defaults/scheduling/max_attempts"
            + " minimum",
        "{`defaults`: {`scheduling`: {`max_attempts`: 11}}} | /defaults/scheduling/max_attempts"
            + " maximum",
        "{`defaults`: {`scheduling`: {`retry`: {`min_gap_hours`: 169}}}} |"
            + " /defaults/scheduling/retry/min_gap_hours maximum",
        "{`defaults`: {`scheduling`: {`on_window_violation`: `x`}}} |"
            + " /defaults/scheduling/on_window_violation enum",
        "{`defaults`: {`scheduling`: {`window`: {`not_before`: `2027-01-01T00:00:00`}}}} |"
            + " /defaults/scheduling/window/not_before offset_missing",
        "{`defaults`: {`scheduling`: {`window`: {`not_before`: `2027-01-02T00:00:00Z`,"
            + " `not_after`: `2027-01-01T00:00:00Z`}}}} | /defaults/scheduling/window inconsistent",
        "{`defaults`: {`scheduling`: {`local_call_times`: [{`days`: [`mon`], `from`: `12:00`,"
            + " `to`: `09:00`}]}}} | /defaults/scheduling/local_call_times/0 inconsistent",
        "{`defaults`: {`scheduling`: {`local_call_times`: [{`days`: [], `from`: `09:00`,"
            + " `to`: `12:00`}]}}} | /defaults/scheduling/local_call_times/0/days min_items",
        "{`defaults`: {`negotiation`: {`settlement`: {`conclusion_mode`: `conclude`}}}} |"
            + " /defaults/negotiation/settlement/conclusion_mode enum",
        "{`defaults`: {`negotiation`: {`installments`: {`min_installment`: {`value`: 5, `currency`:"
            + " `EUR`}}}}} | /defaults/negotiation/installments/min_installment/value type",
        "{`defaults`: {`delivery`: {`transcript`: `full`}}} | /defaults/delivery/transcript enum",
        "{`defaults`: {`variables`: []}} | /defaults/variables type",
        "{`defaults`: null} | /defaults type",
      })
  void reportsFaults(String given, String expected) {
    ServiceResponse refused =
        api.post(OrderTypeBody.PATH, Json.parse(given.replace('`', '"')))
            .is(422, "validation_failed");

    assertThat(refused.errors()).contains(expected);
  }

  @Test
  void limitsVariables() {
    ObjectNode body = OrderTypeBody.of("variables");
    ObjectNode variables = body.withObject("/defaults/variables");
    IntStream.rangeClosed(1, 101).forEach(each -> variables.put("v" + each, each));
    assertThat(api.post(OrderTypeBody.PATH, body).errors())
        .containsExactly("/defaults/variables max_items");
    variables.removeAll();
    variables.put("v", "x".repeat(16 * 1024));
    assertThat(api.post(OrderTypeBody.PATH, body).errors())
        .containsExactly("/defaults/variables max_length");
    variables.put("v", "x".repeat(16 * 1024 - 8));
    api.post(OrderTypeBody.PATH, body).is(201);
  }
}
