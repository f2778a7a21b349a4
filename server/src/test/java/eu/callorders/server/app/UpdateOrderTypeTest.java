package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateOrderTypeTest {
  private static final String DEFAULTS =
      "{\"scheduling\": {\"max_attempts\": 5, \"retry\": {\"min_gap_hours\": 24}, \"window\":"
          + " {\"not_after\": \"2027-06-01T00:00:00.000Z\"}},"
          + " \"negotiation\": {\"installments\": {}}, \"variables\": {\"a\": 1, \"b\": {\"c\":"
          + " 2}}}";

  private final AtomicInteger keys = new AtomicInteger();
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private String draft() {
    String key = "type_" + keys.incrementAndGet();
    var body = OrderTypeBody.of(key, DEFAULTS);
    body.put("description", "Old.");
    body.withObject("/agent").put("persona", "Calm.").put("voice", "clara");
    api.post(OrderTypeBody.PATH, body).is(201);
    return key;
  }

  private ServiceResponse patch(String key, String json, String... headers) {
    return OrderTypeBody.patch(api, key, json.replace('`', '"'), headers);
  }

  private List<String> events(String key) {
    return tenant.events(null).stream()
        .filter(event -> event.at("/related/order_type").asText().equals(key))
        .map(event -> event.path("type").asText())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`title`: `Other`} | 1",
        "{`description`: `Other`} | 1",
        "{`description`: null} | 1",
        "{`status`: `active`} | 1",
        "{`agent`: {`objective`: `Other.`}} | 2",
        "{`agent`: {`persona`: null}} | 2",
        "{`agent`: {`opening`: `Hello.`}} | 2",
        "{`defaults`: null} | 2",
        "{`defaults`: {`variables`: {`a`: 1}}} | 2",
        "{`defaults`: {`scheduling`: {`max_attempts`: 4}}} | 2",
        "{`defaults`: {`scheduling`: {`retry`: null}}} | 2",
        "{`defaults`: {`negotiation`: {`settlement`: {}}}} | 2",
        "{`defaults`: {`delivery`: {`transcript`: `none`}}} | 2",
        "{`title`: `Other`, `agent`: {`voice`: `max`}, `defaults`: {`scheduling`: null}} | 2",
      })
  void createsVersionOnlyForAgentAndDefaults(String change, int version) {
    String key = draft();
    ServiceResponse after = patch(key, change).is(200);

    assertThat(after.at("/version")).isEqualTo(Integer.toString(version));
    assertThat(after.header("ETag")).isEqualTo("\"2\"");
    assertThat(api.get(OrderTypeBody.path(key)).text()).isEqualTo(after.text());
    assertThat(events(key)).containsExactly("order_type.created", "order_type.updated");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{`title`: `A type`}",
        "{`description`: `Old.`}",
        "{`agent`: {}}",
        "{`agent`: {`objective`: `Ask.`, `opening`: null}}",
        "{`defaults`: {}}",
        "{`defaults`: {`scheduling`: {}, `delivery`: {}, `variables`: {`b`: {`c`: 2}, `a`: 1}}}",
        "{`defaults`: {`scheduling`: {`max_attempts`: 5.0, `retry`: {`min_gap_hours`: 24}}}}",
        "{`defaults`: {`scheduling`: {`local_call_times`: null, `window`: {`not_before`: null,"
            + " `not_after`: `2027-06-01T02:00:00+02:00`}}}}",
        "{`defaults`: {`delivery`: {`transcript`: null}}}",
      })
  void unchangedPatchHasNoEffect(String change) {
    String key = draft();
    ServiceResponse before = api.get(OrderTypeBody.path(key));
    ServiceResponse after = patch(key, change).is(200);

    assertThat(after.text()).isEqualTo(before.text());
    assertThat(after.header("ETag")).isEqualTo(before.header("ETag"));
    assertThat(events(key)).containsExactly("order_type.created");
  }

  @Test
  void mergesMembersAndReplacesVariables() {
    String key = draft();
    ServiceResponse after =
        patch(
                key,
                "{`agent`: {`persona`: null, `opening`: `Hello.`}, `defaults`: {`scheduling`:"
                    + " {`retry`: {`randomize_within_window`: true}, `window`: null}, `variables`:"
                    + " {`b`: {}}}}")
            .is(200);

    assertThat(after.body().path("agent").toString())
        .isEqualTo("{\"objective\":\"Ask.\",\"voice\":\"clara\",\"opening\":\"Hello.\"}");
    assertThat(after.body().path("defaults").toString())
        .isEqualTo(
            "{\"scheduling\":{\"max_attempts\":5,\"retry\":{\"min_gap_hours\":24,"
                + "\"randomize_within_window\":true}},\"negotiation\":{\"installments\":{}},"
                + "\"variables\":{\"b\":{}}}");
    assertThat(patch(key, "{`defaults`: null}").is(200).body().path("defaults").isEmpty()).isTrue();
  }

  @Test
  void activatesDraftOnce() {
    String key = draft();
    assertThat(patch(key, "{`status`: `active`}").is(200).at("/status")).isEqualTo("active");
    assertThat(patch(key, "{`status`: `active`}").is(200).header("ETag")).isEqualTo("\"2\"");

    assertThat(patch(key, "{`status`: `draft`}").is(422).errors()).containsExactly("/status enum");
    assertThat(patch(key, "{`status`: `archived`}").is(422).errors())
        .containsExactly("/status enum");
    assertThat(events(key)).containsExactly("order_type.created", "order_type.updated");
  }

  @Test
  void respectsOptionalIfMatch() {
    String key = draft();
    patch(key, "{`title`: `B`}", "If-Match", "\"1\"").is(200);

    patch(key, "{`title`: `C`}", "If-Match", "\"1\"").is(412, "precondition_failed");
    patch(key, "{}", "If-Match", "\"1\"").is(412, "precondition_failed");
    patch(key, "{`title`: `C`}", "If-Match", "W/\"2\"").is(412, "precondition_failed");
    assertThat(patch(key, "{`title`: `C`}", "If-Match", "2").status()).isIn(400, 422);
    patch(key, "{`title`: `C`}", "If-Match", "\"7\", \"2\"").is(200);
    patch(key, "{`title`: `D`}", "If-Match", "*").is(200);
    patch(key, "{`title`: `E`}").is(200);
  }

  @Test
  void appliesAllConcurrentChanges() {
    String key = draft();
    List<CompletableFuture<ServiceResponse>> changes =
        IntStream.range(0, 8)
            .mapToObj(
                each ->
                    CompletableFuture.supplyAsync(
                        () -> patch(key, "{`agent`: {`voice`: `v" + each + "`}}").is(200)))
            .toList();
    changes.forEach(CompletableFuture::join);

    ServiceResponse after = api.get(OrderTypeBody.path(key));
    assertThat(after.at("/version")).isEqualTo("9");
    assertThat(after.header("ETag")).isEqualTo("\"9\"");
    List<JsonNode> versions =
        tenant.events(null).stream()
            .filter(event -> event.at("/related/order_type").asText().equals(key))
            .map(event -> event.at("/data/version"))
            .toList();
    assertThat(versions).extracting(JsonNode::asInt).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void oneOfManyChangesOfSameRevisionWins() {
    String key = draft();
    List<Integer> statuses =
        IntStream.range(0, 8)
            .mapToObj(
                each ->
                    CompletableFuture.supplyAsync(
                        () ->
                            patch(key, "{`title`: `T" + each + "`}", "If-Match", "\"1\"").status()))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .sorted()
            .toList();

    assertThat(statuses).containsExactly(200, 412, 412, 412, 412, 412, 412, 412);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`key`: `other_key`} | /key unknown_member",
        "{`title`: null} | /title type",
        "{`title`: ``} | /title min_length",
        "{`agent`: null} | /agent type",
        "{`agent`: {`objective`: null}} | /agent/objective type",
        "{`agent`: {`objective`: ``}} | /agent/objective min_length",
        "{`agent`: {`locale`: `x`}} | /agent/locale pattern",
        "{`defaults`: {`scheduling`: {`max_attempts`: 11}}} |"
            + " /defaults/scheduling/max_attempts maximum",
        "{`defaults`: {`scheduling`: {`window`: {`not_before`: `2027-06-01T00:00:00Z`}}}} |"
            + " /defaults/scheduling/window inconsistent",
        "{`defaults`: {`scheduling`: {`local_call_times`: [{`days`: [`mon`], `from`: `12:00`,"
            + " `to`: `12:00`}]}}} | /defaults/scheduling/local_call_times/0 inconsistent",
        "{`defaults`: {`negotiation`: {`installments`: {`min_installment`: {`value`: `5`}}}}} |"
            + " /defaults/negotiation/installments/min_installment/currency required",
        "{`version`: 3} | /version unknown_member",
      })
  void reportsEveryFault(String change, String expected) {
    String key = draft();

    assertThat(patch(key, change).is(422, "validation_failed").errors()).contains(expected);
    assertThat(api.get(OrderTypeBody.path(key)).header("ETag")).isEqualTo("\"1\"");
  }

  @Test
  void rejectsArchivedAndUnknownTypes() {
    String key = draft();
    api.post(OrderTypeBody.path(key) + "/archive").is(200);
    RunningTenant other = tenant.service().newTenant();
    other.api().post(OrderTypeBody.PATH, OrderTypeBody.of("theirs")).is(201);

    patch(key, "{`title`: `B`}").is(409, "order_type_archived");
    patch(key, "{}").is(409, "order_type_archived");
    patch(key, "{`status`: `active`}", "If-Match", "\"9\"").is(409, "order_type_archived");
    patch("theirs", "{`title`: `B`}").is(404, "not_found");
    patch("unknown", "{}").is(404, "not_found");
  }

  @Test
  void replaysReplyForSameIdempotencyKey() {
    String key = draft();
    String change = "{`agent`: {`voice`: `again`}}";
    ServiceResponse first = patch(key, change, "Idempotency-Key", "patch-" + key).is(200);
    patch(key, "{`agent`: {`voice`: `other`}}").is(200);
    ServiceResponse again = patch(key, change, "Idempotency-Key", "patch-" + key).is(200);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("ETag")).isEqualTo("\"2\"");
    assertThat(api.get(OrderTypeBody.path(key)).at("/version")).isEqualTo("3");
    String inconsistent =
        "{`defaults`: {`scheduling`: {`window`: {`not_before`: `2027-06-01T00:00:00Z`}}}}";
    patch(key, inconsistent, "Idempotency-Key", "bad-" + key).is(422, "validation_failed");
    patch(key, "{}", "Idempotency-Key", "bad-" + key).is(200);
  }
}
