package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayWebhookEventsTest {
  private static final int TYPES = 4;

  private RunningTenant tenant;
  private Api api;
  private TestWebhookEndpoints hooks;
  private List<JsonNode> feed;
  private String endpoint;

  /** Creates and updates four order types before the first endpoint exists. */
  @BeforeAll
  void begin() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
    hooks = new TestWebhookEndpoints(tenant);
    for (int each = 0; each < TYPES; each++) {
      api.post(OrderTypeBody.PATH, OrderTypeBody.of("type_" + each)).is(201);
      OrderTypeBody.patch(api, "type_" + each, "{\"title\": \"Other\"}").is(200);
    }
    feed =
        Await.until(
            "the feed shows all events", () -> tenant.events(null), all -> all.size() == 2 * TYPES);
    endpoint = hooks.active();
  }

  private ServiceResponse replay(String id, String json, String... headers) {
    return api.send(
        "POST", TestWebhookEndpoints.path(id) + "/replay", json.replace('`', '"'), headers);
  }

  /** The number of matching events, by dry run. */
  private int count(String members) {
    ServiceResponse response = replay(endpoint, "{`dry_run`: true, " + members + "}").is(202);
    assertThat(response.at("/status")).isEqualTo("accepted");
    assertThat(response.body().path("dry_run").asBoolean()).isTrue();
    return response.body().path("events").asInt();
  }

  private String eventId(int index) {
    return feed.get(index).path("id").asText();
  }

  private Instant occurredAt(int index) {
    return Instant.parse(feed.get(index).path("occurred_at").asText());
  }

  private String afterEvent(int index) {
    return "`after`: `" + eventId(index) + "`";
  }

  /** A range that covers the whole feed. */
  private String everything() {
    return "`since`: `" + occurredAt(0).minus(Duration.ofDays(1)) + "`";
  }

  private List<List<String>> runs(String id) {
    return hooks.sql(
        "SELECT events, only_failed, occurred_from IS NULL, array_to_string(event_types, ',')"
            + " FROM webhook_replay WHERE endpoint_id = ? ORDER BY created_at",
        TestWebhookEndpoints.uuid(id));
  }

  @Test
  void countsAfterEventOrCursor() {
    ServiceResponse page = api.get("/v1/events?limit=3").is(200);

    assertThat(count(afterEvent(0))).isEqualTo(7);
    assertThat(count(afterEvent(6))).isEqualTo(1);
    assertThat(count(afterEvent(7))).isZero();
    assertThat(count("`after`: `" + page.at("/next_cursor") + "`")).isEqualTo(5);
  }

  @Test
  void countsBetweenTenantInstants() {
    assertThat(count(everything())).isEqualTo(8);
    for (int index = 0; index < feed.size(); index++) {
      Instant at = occurredAt(index);
      int from = (int) feed.stream().filter(it -> !at(it).isBefore(at)).count();

      assertThat(count("`since`: `" + at + "`")).isEqualTo(from);
      assertThat(count(everything() + ", `until`: `" + at + "`")).isEqualTo(8 - from);
    }
    assertThat(count("`since`: `2099-01-01T00:00:00+01:00`")).isZero();
  }

  private static Instant at(JsonNode event) {
    return Instant.parse(event.path("occurred_at").asText());
  }

  @Test
  void countsByType() {
    assertThat(count(everything() + ", `event_types`: [`order_type.updated`]")).isEqualTo(4);
    assertThat(count(everything() + ", `event_types`: [`order_type.*`, `call.*`]")).isEqualTo(8);
    assertThat(count(everything() + ", `event_types`: [`call.*`]")).isZero();
  }

  @Test
  void usesSubscribedTypesUnlessTypesAreGiven() {
    String id = hooks.active();
    hooks.patch(id, "{`event_types`: [`order_type.created`, `call.*`]}").is(200);
    String dry = "{`dry_run`: true, " + everything();

    assertThat(replay(id, dry + "}").is(202).at("/events")).isEqualTo("4");
    assertThat(replay(id, dry + ", `event_types`: [`order_type.*`]}").is(202).at("/events"))
        .isEqualTo("8");
  }

  @Test
  void countsFinallyFailedDeliveries() {
    String id = hooks.active();
    String other = hooks.active();
    delivery(id, 0, "failed");
    delivery(id, 1, "skipped");
    delivery(id, 2, "succeeded");
    delivery(id, 3, "failed");
    delivery(id, 3, "succeeded");
    delivery(id, 4, "failed");
    delivery(id, 4, "failed");
    delivery(id, 5, "failed");
    delivery(id, 5, "retrying");
    delivery(id, 6, "pending");
    delivery(other, 7, "failed");
    String failed = "{`dry_run`: true, `only_failed`: true, ";

    assertThat(replay(id, failed + everything() + "}").is(202).at("/events")).isEqualTo("3");
    assertThat(replay(id, failed + afterEvent(0) + "}").is(202).at("/events")).isEqualTo("2");
    assertThat(replay(other, failed + everything() + "}").is(202).at("/events")).isEqualTo("1");
  }

  private void delivery(String id, int index, String status) {
    UUID event = IdKind.EVENT.parse(eventId(index)).orElseThrow();
    hooks.delivery(id, Instant.now(), event, feed.get(index).path("type").asText(), status);
  }

  @Test
  void startsReplayUnlessDryRun() {
    String id = hooks.active();
    replay(id, "{`dry_run`: true, " + everything() + "}").is(202);
    assertThat(runs(id)).isEmpty();
    ServiceResponse response = replay(id, "{" + afterEvent(1) + "}").is(202);
    replay(id, "{" + everything() + ", `event_types`: [`order_type.updated`, `call.*`]}").is(202);
    replay(id, "{" + afterEvent(7) + "}").is(202);

    assertThat(response.text())
        .isEqualTo("{\"status\":\"accepted\",\"events\":6,\"dry_run\":false}");
    assertThat(runs(id)).hasSize(2);
    assertThat(runs(id).getFirst()).startsWith("6", "f", "t");
    assertThat(runs(id).getLast())
        .containsExactly(
            "4",
            "f",
            "f",
            "order_type.updated,call.started,call.answered,call.ended,call.transcript_available");
    assertThat(
            hooks.sql(
                "SELECT r.id FROM webhook_replay r JOIN event e ON e.tenant_id = r.tenant_id"
                    + " WHERE r.endpoint_id = ? AND r.events = 6 AND e.xid >= r.end_xid",
                TestWebhookEndpoints.uuid(id)))
        .as("ends where the feed ends")
        .isEmpty();
  }

  @Test
  void countsAtMostHundredThousandEvents() throws SQLException {
    RunningTenant busy = tenant.service().newTenant();
    String id = new TestWebhookEndpoints(busy).active();
    insertEvents(busy, 100_001);
    String body = "{`dry_run`: true, " + everything() + ", `event_types`: [`order_type.*`]}";
    ServiceResponse response =
        Await.until(
            "the feed shows them",
            () ->
                busy.api()
                    .send(
                        "POST", TestWebhookEndpoints.path(id) + "/replay", body.replace('`', '"')),
            counted -> counted.is(202).body().path("events").asInt() > 0);

    assertThat(response.text())
        .isEqualTo(
            "{\"status\":\"accepted\",\"events\":100000,\"dry_run\":true,"
                + "\"events_capped\":true}");
  }

  /** Deletes their queue entries in the same transaction, so the service never sends them. */
  private static void insertEvents(RunningTenant busy, int count) throws SQLException {
    try (Connection connection = busy.service().connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          """
          INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
          SELECT '%s', gen_random_uuid(), now(), '%s', 'order_type.created', '{}'
            FROM generate_series(1, %d)
          """
              .formatted(busy.uuid(), busy.now(), count));
      statement.execute("DELETE FROM webhook_event_queue WHERE tenant_id = '" + busy.uuid() + "'");
      connection.commit();
    }
  }

  @Test
  void requiresExactlyOneStart() {
    replay(endpoint, "{}").is(422, "replay_range");
    replay(endpoint, "{`only_failed`: true, `until`: `2026-01-01T00:00:00Z`}")
        .is(422, "replay_range");
    replay(endpoint, "{" + afterEvent(0) + ", " + everything() + "}").is(422, "replay_range");
    Instant limit = tenant.now().minus(Duration.ofDays(30));
    replay(endpoint, "{`since`: `" + limit.minusSeconds(60) + "`}").is(422, "replay_range");
    replay(endpoint, "{`dry_run`: true, `since`: `" + limit.plusSeconds(600) + "`}").is(202);
  }

  @Test
  void rejectsInvalidCursors() {
    RunningTenant other = tenant.service().newTenant();
    other.api().post(OrderTypeBody.PATH, OrderTypeBody.of("theirs")).is(201);
    JsonNode theirs =
        Await.until("an event", () -> other.events(null), all -> !all.isEmpty()).getFirst();
    String cursor = other.api().get("/v1/events").at("/next_cursor");
    String listing = api.get(OrderTypeBody.PATH + "?limit=1").at("/next_cursor");

    for (String after :
        List.of(
            theirs.path("id").asText(),
            "evt_01m840bp4mecasj3vjxvs95yam",
            cursor,
            listing,
            "x",
            "")) {
      ServiceResponse refused =
          replay(endpoint, "{`after`: `" + after + "`}").is(422, "invalid_cursor");
      assertThat(refused.errors()).containsExactly("/after invalid_cursor");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`since`: `2026-01-01T00:00:00`} | /since offset_missing",
        "{`since`: `yesterday`} | /since format",
        "{`since`: null} | /since type",
        "{`after`: 5} | /after type",
        "{`event_types`: []} | /event_types min_items",
        "{`event_types`: [`call.begun`]} | /event_types/0 enum",
        "{`only_failed`: `yes`} | /only_failed type",
        "{`dry_run`: 1} | /dry_run type",
        "{`before`: `x`} | /before unknown_member",
      })
  void reportsEveryFault(String body, String expected) {
    assertThat(replay(endpoint, body).is(422, "validation_failed").errors()).contains(expected);
  }

  @Test
  void requiresActiveEndpoint() {
    String body = "{`dry_run`: true, " + everything() + "}";

    replay(hooks.pending(), body).is(409, "endpoint_not_verified");
    replay(hooks.disabled(), body).is(409, "endpoint_disabled");
    replay("x", body).is(404, "not_found");
    replay(new TestWebhookEndpoints(tenant.service().newTenant()).active(), body)
        .is(404, "not_found");
  }

  @Test
  void startsOneReplayPerIdempotencyKey() {
    String id = hooks.active();
    String body = "{" + afterEvent(2) + "}";
    ServiceResponse first = replay(id, body, "Idempotency-Key", "replay").is(202);
    ServiceResponse again = replay(id, body, "Idempotency-Key", "replay").is(202);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(runs(id)).hasSize(1);
  }
}
