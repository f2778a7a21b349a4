package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnrollmentSignalHandlerTest {
  private static final String PATH = "/v1/enrollments";
  private static final String REST =
      "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";
  private static final String CALL_LATER =
      """
      {"id": "call", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"window": {"not_before": "2099-01-01T09:00:00Z"}}}
      """;

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private String sequence(String key, String... steps) {
    String id = api.post(SequenceBody.PATH, SequenceBody.of(key, steps)).is(201).id();
    SequenceBody.activate(api, id, 1).is(200);
    return id;
  }

  private String enroll(OrderBody person, String key) {
    ServiceResponse signal =
        api.post("/v1/signals", SignalBody.of("invoice.overdue", person, key).json()).is(201);
    assertThat(signal.at("/triggered/0/effect")).isEqualTo("enrolled");
    return signal.at("/triggered/0/enrollment_id");
  }

  private ServiceResponse enrollment(String id) {
    return api.get(PATH + "/" + id).is(200);
  }

  private ServiceResponse execute(String id, String action, String... headers) {
    return api.post(PATH + "/" + id + "/" + action, headers);
  }

  @Test
  void showsEnrollment() {
    String sequence = sequence("overdue", REST);
    OrderBody person = tenant.laterOrder();

    String id = enroll(person, "1");

    ServiceResponse shown =
        Await.until(
            "the wait begins",
            () -> enrollment(id),
            response -> response.body().path("next_action_at").asText().compareTo(tomorrow()) > 0);
    assertThat(id).startsWith("enr_");
    assertThat(shown.at("/sequence_id")).isEqualTo(sequence);
    assertThat(shown.at("/sequence_key")).isEqualTo("overdue");
    assertThat(shown.at("/sequence_version")).isEqualTo("1");
    assertThat(shown.at("/status")).isEqualTo("active");
    assertThat(shown.body().path("exit_reason").isNull()).isTrue();
    assertThat(shown.at("/subject_reference")).isEqualTo(person.reference());
    assertThat(shown.at("/triggered_by_signal_id")).startsWith("sig_");
    assertThat(shown.at("/current_step_id")).isEqualTo("rest");
    assertThat(shown.body().path("call_order_ids")).isEmpty();
  }

  private static String tomorrow() {
    return InstantSource.system().instant().plus(Duration.ofDays(1)).toString();
  }

  @Test
  void startsFirstStepAtOnce() {
    sequence("overdue", REST, CALL_LATER);

    String id = enroll(tenant.laterOrder(), "1");

    String feed = "/v1/events?event_types=enrollment.started&enrollment_id=" + id;
    JsonNode started =
        Await.until(
                "the feed contains the start",
                () -> api.get(feed).is(200).rows(),
                events -> !events.isEmpty())
            .getFirst();
    assertThat(started.at("/data/current_step_id").asText()).isEqualTo("rest");
    assertThat(Instant.parse(started.at("/data/next_action_at").asText()))
        .isCloseTo(
            Instant.parse(started.path("occurred_at").asText()), within(1, ChronoUnit.SECONDS));
  }

  @Test
  void listsAndCancelsItsOrders() {
    sequence("overdue", CALL_LATER);
    String id = enroll(tenant.laterOrder(), "1");
    Await.until(
        "the step has its order",
        () -> enrollment(id).body().path("call_order_ids"),
        orders -> orders.size() == 1);
    String order = enrollment(id).at("/call_order_ids/0");

    assertThat(api.get("/v1/call-orders?enrollment_id=" + id).ids()).containsExactly(order);
    assertThat(api.get("/v1/call-orders?enrollment_id=" + id + "&status=completed").ids())
        .isEmpty();
    execute(id, "cancel").is(200);

    assertThat(api.order(order).at("/status")).isEqualTo("canceled");
    assertThat(api.order(order).at("/result/termination/actor")).isEqualTo("client");
    List<String> types =
        tenant.events(null).stream()
            .filter(event -> event.at("/related/enrollment_id").asText().equals(id))
            .map(event -> event.path("type").asText())
            .toList();
    assertThat(types)
        .contains("enrollment.started", "enrollment.step_started", "enrollment.canceled")
        .contains("call_order.accepted", "call_order.canceled");
    List<JsonNode> filtered =
        tenant.with("events:read").get("/v1/events?limit=100&enrollment_id=" + id).is(200).rows();
    assertThat(filtered.stream().map(event -> event.path("type").asText())).isEqualTo(types);
  }

  @Test
  void actionsAreIdempotent() {
    sequence("overdue", REST);
    String id = enroll(tenant.laterOrder(), "1");

    execute(id, "pause", "Idempotency-Key", "p1").is(200);
    ServiceResponse again = execute(id, "pause", "Idempotency-Key", "p1").is(200);
    execute(id, "pause").is(409, "enrollment_not_active");
    execute(id, "resume", "Idempotency-Key", "r1").is(200);
    execute(id, "resume").is(409, "enrollment_not_paused");
    execute(id, "cancel").is(200);
    execute(id, "cancel").is(409, "enrollment_ended");

    assertThat(again.at("/status")).isEqualTo("paused");
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  void returns404ForUnknownAndForeignEnrollments() {
    sequence("overdue", REST);
    String id = enroll(tenant.laterOrder(), "1");
    Api other = RunningService.shared().newTenant().api();

    other.get(PATH + "/" + id).is(404, "not_found");
    other.post(PATH + "/" + id + "/pause").is(404, "not_found");
    api.get(PATH + "/ord_01m8403be1fnsr9qvyxhyk59w1").is(404, "not_found");
    assertThat(other.get(PATH).ids()).isEmpty();
  }

  @Test
  void listsNewestFirstWithFilters() {
    String sequence = sequence("overdue", REST);
    OrderBody first = tenant.laterOrder();
    List<String> all = new ArrayList<>();
    all.addFirst(enroll(first, "1"));
    all.addFirst(enroll(tenant.laterOrder(), "2"));
    all.addFirst(enroll(tenant.laterOrder(), "3"));
    execute(all.get(1), "cancel").is(200);

    assertThat(api.get(PATH).ids()).isEqualTo(all);
    ServiceResponse page = api.get(PATH + "?limit=2");
    assertThat(page.ids()).isEqualTo(all.subList(0, 2));
    assertThat(api.get(PATH + "?limit=2&after=" + page.at("/next_cursor")).ids())
        .containsExactly(all.get(2));
    assertThat(api.get(PATH + "?status=canceled").ids()).containsExactly(all.get(1));
    assertThat(api.get(PATH + "?sequence_id=" + sequence).ids()).isEqualTo(all);
    assertThat(api.get(PATH + "?sequence_id=seq_01m83ywz89fnvthgdqreq54mg9").ids()).isEmpty();
    assertThat(api.get(PATH + "?sequence_id=x").ids()).isEmpty();
    assertThat(api.get(PATH + "?sequence_key=overdue&status=active").ids()).hasSize(2);
    assertThat(api.get(PATH + "?sequence_key=other").ids()).isEmpty();
    assertThat(api.get(PATH + "?subject_reference=" + first.reference()).ids())
        .containsExactly(all.get(2));
    String at = enrollment(all.get(1)).at("/created_at");
    assertThat(api.get(PATH + "?created_before=" + at).ids())
        .doesNotContain(all.get(0), all.get(1));
    assertThat(api.get(PATH + "?created_after=" + at).ids())
        .contains(all.get(1))
        .doesNotContain(all.get(2));
  }

  @Test
  void rejectsCursorsOfOtherLists() {
    sequence("overdue", REST);
    String first = enroll(tenant.laterOrder(), "1");
    enroll(tenant.laterOrder(), "2");
    String after = "?limit=1&after=" + api.get(PATH + "?limit=1").at("/next_cursor");

    assertThat(api.get(PATH + after).ids()).containsExactly(first);
    api.get(PATH + after + "&status=active").is(422, "invalid_cursor");
    api.get(PATH + after + "x").is(422, "invalid_cursor");
    api.get(SequenceBody.PATH + after).is(422, "invalid_cursor");
    tenant.service().newTenant().api().get(PATH + after).is(422, "invalid_cursor");
  }
}
