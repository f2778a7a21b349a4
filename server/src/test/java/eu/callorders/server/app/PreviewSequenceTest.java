package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The calendar of a sequence. */
class PreviewSequenceTest {
  private static final String PATH = SequenceBody.PATH + "/preview";
  private static final String FRIDAY = "2026-12-18T16:00:00+01:00";
  private static final String WAIT =
      "{\"id\": \"pause\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\", \"max\": \"P3D\"}}";
  private static final String CALL =
      "{\"id\": \"call\", \"type\": \"create_order\", \"order_type\": \"%s\"}";

  private RunningService service;
  private RunningTenant tenant;
  private Api api;

  @BeforeEach
  void begin() {
    service = RunningService.shared();
    tenant = service.newTenant();
    api = tenant.api();
  }

  private static ObjectNode body(String... steps) {
    return SequenceBody.preview(SequenceBody.version(steps)).put("from", FRIDAY);
  }

  private JsonNode preview(ObjectNode body) {
    return api.post(PATH, body).is(200).body();
  }

  private static List<String> dials(JsonNode run, int step) {
    return StreamSupport.stream(run.at("/steps/" + step + "/dials").spliterator(), false)
        .map(dial -> dial.path("at").asText())
        .toList();
  }

  private static Map<String, String> closedDays(JsonNode preview) {
    return StreamSupport.stream(preview.path("closed_days").spliterator(), false)
        .collect(
            Collectors.toMap(
                day -> day.path("date").asText(), day -> day.path("holiday").asText("")));
  }

  @Test
  void showsEarliestAndLatestRunInTheHoursOfThePerson() {
    JsonNode preview = preview(body(WAIT, CALL.formatted("payment_reminder")));

    assertThat(preview.path("from").asText()).isEqualTo("2026-12-18T15:00:00.000Z");
    assertThat(preview.path("timezone").asText()).isEqualTo("Europe/Berlin");
    JsonNode wait = preview.at("/earliest/steps/0");
    assertThat(wait.path("due_at").asText()).isEqualTo("2026-12-20T15:00:00.000Z");
    assertThat(wait.path("ended_at").asText()).isEqualTo("2026-12-21T07:00:00.000Z");
    assertThat(dials(preview.path("earliest"), 1)).containsExactly("2026-12-21T07:00:00.000Z");
    assertThat(preview.at("/latest/steps/0/ended_at").asText())
        .isEqualTo("2026-12-21T15:00:00.000Z");
    assertThat(dials(preview.path("latest"), 1)).startsWith("2026-12-21T15:00:00.000Z").hasSize(3);
    assertThat(preview.at("/latest/steps/1/dials/0/permitted_to").asText())
        .isEqualTo("2026-12-21T19:00:00.000Z");
    assertThat(preview.at("/latest/steps/1/order_type_active").asBoolean()).isTrue();
    assertThat(closedDays(preview)).containsOnlyKeys("2026-12-20");
  }

  @Test
  void namesHolidaysOfTheRegion() {
    JsonNode preview =
        preview(
            body(
                "{\"id\": \"christmas\", \"type\": \"wait\", \"until\": {\"date\":"
                    + " \"2026-12-25\"}}",
                CALL.formatted("payment_reminder")));

    assertThat(closedDays(preview)).containsEntry("2026-12-25", "1st Christmas day");
    assertThat(preview.at("/earliest/steps/0/ended_at").asText())
        .isEqualTo("2026-12-28T07:00:00.000Z");
  }

  @Test
  void usesOrderTypesHoursAndQuotasOfTheTenant() {
    service
        .admin()
        .patch(
            "/admin/v1/tenants/" + tenant.id(),
            """
            {"quotas": {"max_contacts_per_subject_per_day": 1}, "calling_hours":
             {"local_call_times": [{"days": ["tue", "wed"], "from": "14:00", "to": "15:00"}]}}
            """);
    OrderTypeBody.activate(api, "twice", "{\"scheduling\": {\"max_attempts\": 2}}");

    JsonNode preview = preview(body(CALL.formatted("twice")));

    assertThat(preview.at("/latest/steps/0/max_attempts").asInt()).isEqualTo(2);
    assertThat(dials(preview.path("latest"), 0))
        .containsExactly("2026-12-22T13:00:00.000Z", "2026-12-23T13:00:00.000Z");
  }

  @Test
  void showsZoneOfThePerson() {
    JsonNode preview =
        preview(
            body(CALL.formatted("payment_reminder"))
                .put("phone", "+12125550100")
                .put("timezone", "America/Denver")
                .put("from", "2026-12-18T08:00:00Z"));

    assertThat(preview.path("timezone").asText()).isEqualTo("America/Denver");
    assertThat(dials(preview.path("earliest"), 0)).containsExactly("2026-12-18T15:00:00.000Z");
  }

  @Test
  void saysWhichOrderTypesAreNotActive() {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("draft")).is(201);

    JsonNode preview =
        preview(body(CALL.formatted("draft"), CALL.formatted("none").replace("call\"", "next\"")));

    assertThat(preview.at("/latest/steps/0/order_type_active").asBoolean(true)).isFalse();
    assertThat(preview.at("/latest/steps/1/order_type_active").asBoolean(true)).isFalse();
    assertThat(dials(preview.path("latest"), 1)).hasSize(3);
  }

  @Test
  void beginsByTheClockOfTheTenant() {
    tenant.advanceClock(Duration.ofDays(30));
    ObjectNode body = body(CALL.formatted("payment_reminder"));
    body.remove("from");
    Instant before = tenant.now();

    assertThat(Instant.parse(preview(body).path("from").asText()))
        .isBetween(before.minusSeconds(1), before.plusSeconds(60));
  }

  @Test
  void refusesWhatTheVersionRefuses() {
    ObjectNode body =
        body(
            WAIT.replace("P2D", "P4D"),
            CALL.formatted("payment_reminder").replace("call\"", "pause\""),
            "{\"id\": \"x\", \"type\": \"create_order\"}");
    body.put("phone", "12");

    assertThat(api.post(PATH, body).is(422).errors())
        .containsExactlyInAnyOrder(
            "/version/steps/0/after inconsistent",
            "/version/steps/1/id not_unique",
            "/version/steps/2/order_type required",
            "/phone invalid_phone_number");
  }

  @Test
  void refusesStepThatConflictsWithItsOrderType() {
    OrderTypeBody.activate(
        api, "late", "{\"scheduling\": {\"window\": {\"not_before\": \"2027-02-01T00:00:00Z\"}}}");
    String early =
        CALL.formatted("late")
            .replace(
                "}", ", \"scheduling\": {\"window\": {\"not_after\": \"2027-01-01T00:00:00Z\"}}}");

    assertThat(api.post(PATH, body(WAIT, early)).is(422).errors())
        .containsExactly("/version/steps/1/scheduling/window inconsistent");
  }

  @Test
  void longestSequenceHasOneYearOfClosedDays() {
    String[] steps =
        IntStream.range(0, 20)
            .mapToObj(
                step ->
                    step % 2 == 0
                        ? WAIT.replace("pause", "pause_" + step).replace("P3D", "P99999D")
                        : CALL.formatted("payment_reminder")
                            .replace("\"call\"", "\"call_" + step + "\"")
                            .replace("}", ", \"scheduling\": {\"max_attempts\": 10}}"))
            .toArray(String[]::new);

    JsonNode preview = preview(body(steps));

    assertThat(closedDays(preview).keySet()).allMatch(day -> day.compareTo("2027-12-19") < 0);
    assertThat(preview.at("/latest/steps")).hasSize(20);
    assertThat(preview.at("/earliest/steps")).hasSize(20);
  }

  @Test
  void refusesSequenceThatEndsAfterTheYear9999() {
    String last = "{\"id\": \"far\", \"type\": \"wait\", \"until\": {\"date\": \"9999-12-30\"}}";

    assertThat(preview(body(last)).at("/latest/ended_at").asText()).startsWith("9999-12-30T07:00");
    assertThat(api.post(PATH, body(last, WAIT)).is(422).errors())
        .containsExactly("/version/steps inconsistent");
  }

  @Test
  void storesNothing() {
    tenant.awaitIdle();
    Map<String, String> before = tenant.rows().digests();

    preview(body(WAIT, CALL.formatted("payment_reminder")));

    assertThat(tenant.rows().digests()).isEqualTo(before);
    assertThat(tenant.events(null)).isEmpty();
  }
}
