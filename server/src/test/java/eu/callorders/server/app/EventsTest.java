package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The feed of a tenant whose orders have taken every path. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EventsTest {
  private static final String PLAN = "call_order.accepted call_order.scheduled ";
  private static final String DIAL = "call_order.dialing call.started ";
  private static final String TALK = "call.answered call_order.in_progress call.ended ";
  private static final String MISS = DIAL + "call.ended ";

  private OrdersOfEveryPath orders;
  private RunningTenant tenant;
  private Api api;
  private List<JsonNode> feed;

  @BeforeAll
  void createOrders() {
    orders = OrdersOfEveryPath.create(RunningService.shared().newTenant());
    tenant = orders.tenant();
    api = tenant.api();
    feed = tenant.events(null);
  }

  private List<JsonNode> of(String path) {
    return feed.stream()
        .filter(event -> event.at("/related/call_order_id").asText().equals(orders.id(path)))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "02, failed",
    "04, canceled",
    "canceled, canceled",
    "expired, expired",
    "01, failed",
    "06, completed",
    "21, completed",
    "24, completed",
    "25, completed",
    "32, completed",
    "10, completed",
    "12, completed"
  })
  void emitsEventsOfOrder(String digits, String end) {
    List<String> types = of(digits).stream().map(event -> event.path("type").asText()).toList();
    String last = "call_order." + end;
    String expected =
        switch (digits) {
          case "02", "04" -> PLAN + "call_order.dialing " + last;
          case "canceled" -> PLAN + "call_order.updated " + last;
          case "expired" -> "call_order.accepted " + last;
          case "01" -> PLAN + MISS + last;
          case "10" ->
              (PLAN + MISS + "call_order.scheduled ")
                  + (MISS + "call_order.scheduled ")
                  + MISS
                  + last;
          default -> null;
        };

    if (expected != null) {
      assertThat(String.join(" ", types)).isEqualTo(expected);
    } else {
      assertThat(types).startsWith((PLAN + DIAL).split(" ")).containsOnlyOnce(last);
      if (digits.equals("12")) {
        assertThat(types).doesNotContain("call.transcript_available");
      } else {
        assertThat(types)
            .doesNotHaveDuplicates()
            .contains(TALK.split(" "))
            .contains("call.transcript_available");
      }
    }
  }

  @Test
  void eventsHaveSameEnvelope() {
    assertThat(feed).hasSizeGreaterThan(80);
    for (JsonNode event : feed) {
      RunningService.CONTRACT.checkAgainst("Event", event);
      assertThat(RunningTenant.members(event))
          .contains("id", "api_version", "environment", "type", "occurred_at", "tenant_id")
          .contains("related", "data");
      assertThat(event.path("environment").asText()).isEqualTo("sandbox");
      assertThat(event.path("tenant_id").asText()).isEqualTo(tenant.id());
      if (event.path("type").asText().matches("(suppression|promise)[.].*")) {
        continue;
      }
      assertThat(event.at("/metadata/team").asText() + event.at("/metadata/edited").asText())
          .isIn("blue", "true");
      assertThat(event.at("/related/order_type").asText()).isEqualTo("payment_reminder");
      assertThat(event.at("/related/client_reference").asText()).startsWith("ref-person-");
      boolean ofCall = event.path("type").asText().startsWith("call.");
      assertThat(event.path("related").has("call_id")).isEqualTo(ofCall);
      assertThat(event.at("/data/id"))
          .isEqualTo(event.at(ofCall ? "/related/call_id" : "/related/call_order_id"));
    }
  }

  @Test
  void eventContainsResourceAtThatTime() {
    for (JsonNode event : feed) {
      String type = event.path("type").asText();
      if (type.startsWith("call_order.")) {
        String status = type.substring("call_order.".length());
        assertThat(event.at("/data/status").asText())
            .isEqualTo(status.equals("updated") ? "scheduled" : status);
        assertThat(event.at("/data/subject").toString()).matches("\\{\"reference\":\"[^\"]+\"}");
        assertThat(event.path("data").has("result")).isEqualTo(event.path("data").has("ended_at"));
      } else if (type.equals("call.started")) {
        assertThat(event.path("data").has("disposition")).isFalse();
      } else if (type.equals("call.ended")) {
        assertThat(event.at("/data/ended_at").asText()).isNotEmpty();
      }
    }
    JsonNode last =
        of("21").stream()
            .filter(it -> it.path("type").asText().equals("call_order.completed"))
            .findFirst()
            .orElseThrow();
    assertThat(last.at("/data/result/findings/payment_promise").isMissingNode()).isFalse();
  }

  @Test
  void eventsContainNoPersonalData() {
    String text = feed.toString();
    List<String> secrets = new ArrayList<>(OrdersOfEveryPath.PERSONAL);
    secrets.addAll(
        List.of(
            "\"contacts\"",
            "\"context\"",
            "\"statement\"",
            "\"note\"",
            "\"summary\"",
            "\"turns\"",
            "\"phone\"",
            "\"simulate\""));
    for (String id : orders.ids()) {
      ServiceResponse order = api.order(id);
      secrets.add(order.at("/contacts/0/value"));
      for (JsonNode call : order.body().path("calls")) {
        ServiceResponse transcript =
            api.get("/v1/calls/" + call.path("id").asText() + "/transcript");
        transcript.body().path("turns").forEach(turn -> secrets.add(turn.path("text").asText()));
      }
    }
    assertThat(secrets).hasSizeGreaterThan(40);
    for (String secret : secrets) {
      assertThat(text).doesNotContain(secret);
    }
  }

  @Test
  void objectionEmitsSuppression() {
    List<JsonNode> created =
        feed.stream().filter(it -> it.path("type").asText().equals("suppression.created")).toList();

    assertThat(created).hasSize(1);
    assertThat(created.getFirst().at("/related/call_id").asText())
        .isEqualTo(api.order(orders.id("25")).at("/calls/0/id"));
    assertThat(created.getFirst().at("/related/suppression_id").asText())
        .isEqualTo(api.order(orders.id("25")).at("/result/findings/objection/suppression_id"));
    assertThat(created.getFirst().at("/data/source").asText()).isEqualTo("in_call_request");
  }

  static List<Integer> limits() {
    return List.of(1, 7, 50, 100);
  }

  @ParameterizedTest
  @MethodSource("limits")
  void feedIsIndependentOfPageSize(int limit) {
    List<String> ids = new ArrayList<>();
    String after = "";
    boolean more = true;
    for (int page = 0; more && page < 20; page++) {
      ServiceResponse response = api.get("/v1/events?limit=" + limit + after).is(200);
      response.rows().forEach(row -> ids.add(row.path("id").asText()));
      more = response.body().path("has_more").asBoolean();
      assertThat(response.at("/next_cursor")).isNotEmpty();
      after = "&after=" + response.at("/next_cursor");
    }

    assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
    assertThat(ids)
        .isEqualTo(feed.stream().map(it -> it.path("id").asText()).limit(ids.size()).toList());
    assertThat(ids.size()).isEqualTo(Math.min(feed.size(), limit * 20));
  }

  @Test
  void continuesAfterEventAndPollsAtEnd() {
    String third = feed.get(2).path("id").asText();
    assertThat(api.get("/v1/events?limit=1&after=" + third).rows().getFirst())
        .isEqualTo(feed.get(3));
    String last = feed.getLast().path("id").asText();
    ServiceResponse empty = api.get("/v1/events?after=" + last).is(200);

    assertThat(empty.rows()).isEmpty();
    assertThat(empty.at("/next_cursor")).isNotEmpty();
    assertThat(api.get("/v1/events?after=" + empty.at("/next_cursor")).is(200).rows()).isEmpty();
  }

  @Test
  void filters() {
    String order = orders.id("21");
    assertThat(api.get("/v1/events?limit=100&event_types=call_order.completed").rows())
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.path("type").asText()).isEqualTo("call_order.completed"));
    assertThat(
            api.get(
                    "/v1/events?limit=100&event_types=call.*,suppression.created&call_order_id="
                        + order)
                .rows())
        .isEqualTo(
            of("21").stream().filter(it -> it.path("type").asText().startsWith("call.")).toList());
    assertThat(api.get("/v1/events?call_order_id=nothing").is(200).rows()).isEmpty();
    assertThat(api.get("/v1/events?enrollment_id=enr_00000000000000000000000000").is(200).rows())
        .isEmpty();
    assertThat(api.get("/v1/events?created_after=2999-01-01T00:00:00Z").is(200).rows()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "event_types=call_order.unheard, validation_failed",
    "event_types=, validation_failed",
    "event_types=*, validation_failed",
    "limit=0, validation_failed",
    "created_after=2026-01-01T00:00:00, validation_failed",
    "since=1, validation_failed",
    "after=evt_00000000000000000000000000, invalid_cursor",
    "after=x, invalid_cursor",
    "after=, invalid_cursor"
  })
  void rejectsInvalidQueries(String query, String code) {
    api.get("/v1/events?" + query).is(422, code);
  }

  @Test
  void reportsAllFaultsOfQuery() {
    assertThat(
            api.get("/v1/events?limit=0&event_types=foo.bar,call.*,call.unheard")
                .is(422, "validation_failed")
                .errors())
        .containsExactly(
            "/query/limit minimum", "/query/event_types enum", "/query/event_types enum");
  }

  @Test
  void acceptsEventTypeOutsideFeed() {
    ServiceResponse response = api.get("/v1/events?event_types=webhook_endpoint.ping").is(200);

    assertThat(response.rows()).isEmpty();
  }

  @Test
  void servesEventById() {
    JsonNode event = feed.get(5);
    assertThat(api.get("/v1/events/" + event.path("id").asText()).is(200).body()).isEqualTo(event);

    tenant
        .service()
        .newTenant()
        .api()
        .get("/v1/events/" + event.path("id").asText())
        .is(404, "not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evt_00000000000000000000000000", "x", "%00", "call_00000000000000000000000000"})
  void returns404ForUnknownEvent(String id) {
    api.get("/v1/events/" + id).is(404, "not_found");
  }
}
