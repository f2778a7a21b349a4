package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one call or signal learns binds the later calls of the person, through the API alone. */
@Tag("long")
class HoldStoryTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final String CLAIM = "/context/claim/reference/case_number";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Api api = tenant.api();
  private final SignalRequests signals = new SignalRequests(tenant);

  /** Another system of the same client knows nothing of the first call. */
  @Test
  void personReportedDeadIsNotCalledForAnotherOrder() {
    change("{\"outcome_rules\": \"recommended\"}");
    OrderBody first = tenant.order("36");
    String reported = tenant.create(first);
    assertThat(tenant.awaitEnd(reported).at("/result/summary_code")).isEqualTo("deceased_reported");
    Api otherSystem = otherRegistration();
    OrderBody second =
        OrderBody.of(first.reference(), tenant.order("06").phone()).set(CLAIM, "another claim");

    ServiceResponse accepted = otherSystem.create(second.json()).is(202);

    assertThat(accepted.at("/holds/0/reason")).isEqualTo("deceased");
    assertThat(accepted.body().has("next_attempt_at")).isFalse();
    JsonNode hold = api.get("/v1/holds/" + accepted.at("/holds/0/id")).is(200).body();
    assertThat(hold.path("source").asText()).isEqualTo("call_result");
    assertThat(hold.path("call_id").asText()).isEqualTo(api.order(reported).at("/calls/0/id"));
    tenant.awaitEventTypes(
        accepted.id(), "call_order.accepted", "call_order.scheduled", "call_order.held");

    tenant.advanceClock(Duration.ofDays(31));

    ServiceResponse ended = api.order(accepted.id()).is(200);
    assertThat(ended.at("/status")).isEqualTo("expired");
    assertThat(ended.at("/result/termination/reason")).isEqualTo("held");
    assertThat(Duration.between(instant(accepted, "/created_at"), instant(ended, "/ended_at")))
        .isBetween(Duration.ofDays(30), Duration.ofDays(30).plusHours(1));
    assertThat(ended.body().path("attempt_count").asInt()).isZero();
    assertThat(tenant.eventTypes(accepted.id()))
        .containsExactly(
            "call_order.accepted", "call_order.scheduled", "call_order.held", "call_order.expired");
    assertThat(attempts(accepted.id())).isZero();
  }

  /**
   * Nothing calls while the promise is open; the tenant's own sequence calls after it is broken.
   */
  @Test
  void brokenPromiseStartsTheSequenceThatCalls() {
    change("{\"outcome_rules\": \"recommended\", \"promise_signal\": \"promise.overdue\"}");
    createCallSequence("promise.overdue");
    LocalDate promised = LocalDate.ofInstant(tenant.now(), BERLIN).plusDays(5);
    OrderBody person =
        tenant
            .order("06")
            .set(CLAIM, "AZ-7")
            .setJson(
                "/simulate",
                """
                {"outcome": {"summary_code": "payment_promised", "findings": {"payment_promise":
                  {"amount": {"value": "40.00", "currency": "EUR"}, "on": "%s"}}}}
                """
                    .formatted(promised));
    tenant.awaitEnd(tenant.create(person));
    String early =
        tenant.create(OrderBody.of(person.reference(), person.phone()).set(CLAIM, "AZ-7"));
    assertThat(api.order(early).at("/holds/0/reason")).isEqualTo("payment_promised");

    tenant.advanceClock(Duration.ofDays(3));

    assertThat(promises()).containsExactly("open");
    assertThat(attempts(early)).isZero();
    assertThat(enrollments(person)).isEmpty();

    tenant.advanceClock(Duration.ofDays(8));

    assertThat(promises()).containsExactly("broken");
    JsonNode enrollment = enrollments(person).getFirst();
    assertThat(enrollments(person)).hasSize(1);
    JsonNode order =
        api.get("/v1/call-orders?enrollment_id=" + enrollment.path("id").asText())
            .is(200)
            .rows()
            .getFirst();
    assertThat(order.at("/subject/reference").asText()).isEqualTo(person.reference());
    assertThat(order.at("/context/claim/reference/case_number").asText()).isEqualTo("AZ-7");
    ServiceResponse called = tenant.awaitEnd(order.path("id").asText());
    Instant graceEnd = promised.plusDays(4).atStartOfDay(BERLIN).toInstant();
    assertThat(instant(called, "/calls/0/started_at")).isAfterOrEqualTo(graceEnd);
    assertThat(api.get("/v1/holds").rows().getFirst().path("status").asText()).isEqualTo("expired");
  }

  @Test
  void paymentOfThisMorningStopsTheCallAtNoon() {
    change("{\"signals_end_orders\": true}");
    Instant noon = ZonedDateTime.ofInstant(tenant.now(), BERLIN).withHour(12).toInstant();
    OrderBody paid =
        tenant.order("06").set(CLAIM, "AZ-1").set("/scheduling/window/not_before", noon);
    OrderBody unpaid =
        OrderBody.of(paid.reference(), tenant.order("06").phone())
            .set(CLAIM, "AZ-2")
            .set("/scheduling/window/not_before", noon);
    String stopped = tenant.scheduled(paid).id();
    String goesOn = tenant.scheduled(unpaid).id();

    api.post(SignalBody.PATH, SignalBody.of("payment.received", paid, "payment-1").json()).is(201);
    tenant.advanceClock(Duration.ofHours(4));

    ServiceResponse canceled = api.order(stopped).is(200);
    assertThat(canceled.at("/status")).isEqualTo("canceled");
    assertThat(canceled.at("/result/termination/actor")).isEqualTo("client");
    assertThat(canceled.at("/result/termination/reason")).isEqualTo("payment_received");
    assertThat(instant(canceled, "/ended_at")).isBefore(noon);
    assertThat(attempts(stopped)).isZero();
    ServiceResponse called = tenant.awaitEnd(goesOn);
    assertThat(called.at("/status")).isEqualTo("completed");
    assertThat(instant(called, "/calls/0/started_at")).isAfterOrEqualTo(noon);
  }

  private static Instant instant(ServiceResponse response, String pointer) {
    return Instant.parse(response.at(pointer));
  }

  private void change(String settings) {
    assertThat(service.admin().patch("/admin/v1/tenants/" + tenant.id(), settings).status())
        .isEqualTo(200);
  }

  private Api otherRegistration() {
    JsonNode other = tenant.register("{\"name\": \"dunning system\"}");
    return service.apiWithToken(
        tenant.token(other.path("client_id").asText(), other.path("client_secret").asText(), ""));
  }

  /** A sequence that calls the person at once. */
  private void createCallSequence(String signalType) {
    ObjectNode sequence = SequenceBody.of("after_promise");
    sequence.putObject("trigger").put("signal_type", signalType);
    SequenceBody.activate(api, api.post(SequenceBody.PATH, sequence).is(201).id(), 1).is(200);
  }

  private List<String> promises() {
    return api.get("/v1/promises").is(200).rows().stream()
        .map(promise -> promise.path("status").asText())
        .toList();
  }

  private List<JsonNode> enrollments(OrderBody person) {
    return api.get("/v1/enrollments?subject_reference=" + person.reference()).is(200).rows();
  }

  /** Attempts of an order, refused ones included. */
  private int attempts(String order) {
    return Integer.parseInt(
        service
            .sql(
                "SELECT count(*) FROM call_attempt WHERE order_id = ?",
                IdKind.ORDER.parse(order).orElseThrow())
            .getFirst()
            .getFirst());
  }
}
