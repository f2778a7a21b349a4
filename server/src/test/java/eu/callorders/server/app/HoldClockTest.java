package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends of holds on days with a calendar of their own, by the test clock. */
@Tag("long")
class HoldClockTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Api api = tenant.api();

  /**
   * Both instants are 02:30 of a Sunday in Berlin, before and after the clocks go back; the third
   * is an hour that the clocks skip in spring. Calls follow at 08:00 of the Monday.
   */
  @ParameterizedTest
  @CsvSource({
    "2027-10-30, 2027-10-31T02:30:00+02:00, 2027-10-31T00:30:00.000Z, 2027-11-01T07:00:00Z",
    "2027-10-30, 2027-10-31T02:30:00+01:00, 2027-10-31T01:30:00.000Z, 2027-11-01T07:00:00Z",
    "2028-03-25, 2028-03-26T02:30:00+01:00, 2028-03-26T01:30:00.000Z, 2028-03-27T06:00:00Z"
  })
  void holdEndsWhileTheClocksChange(LocalDate saturday, String until, String end, Instant opening) {
    tenant.setClock(saturday.atTime(10, 0).atZone(BERLIN).toInstant());
    OrderBody body = tenant.order("06");
    ServiceResponse hold = hold(body, until);
    assertThat(hold.at("/until")).isEqualTo(end);
    String order = tenant.create(body);
    tenant.awaitEventTypes(order, "call_order.accepted", "call_order.scheduled", "call_order.held");

    tenant.advanceClock(Duration.ofDays(4));

    JsonNode expired = api.get("/v1/holds/" + hold.id()).is(200).body();
    assertThat(expired.path("status").asText()).isEqualTo("expired");
    ServiceResponse called = tenant.awaitEnd(order);
    assertThat(called.body().path("calls")).hasSize(1);
    assertThat(Instant.parse(called.at("/calls/0/started_at")))
        .isBetween(opening, opening.plusSeconds(600));
  }

  /** Ten days after 19 February of a leap year. */
  @Test
  void daysOfARuleCountTheLeapDay() {
    assertThat(
            service
                .admin()
                .patch(
                    "/admin/v1/tenants/" + tenant.id(),
                    "{\"outcome_rules\": {\"payment_claimed\": {\"hold_on\": \"subject\", \"days\":"
                        + " 10}}}")
                .status())
        .isEqualTo(200);
    tenant.setClock(LocalDateTime.of(2028, 2, 19, 10, 0).atZone(BERLIN).toInstant());
    OrderBody person = tenant.order("29");
    tenant.awaitEnd(tenant.create(person));
    Instant placed = Instant.parse(onlyHold().path("created_at").asText());
    assertThat(Instant.parse(onlyHold().path("until").asText()))
        .isEqualTo(placed.plus(Duration.ofDays(10)));
    String order = tenant.create(OrderBody.of(person.reference(), tenant.order("06").phone()));

    tenant.advanceClock(Duration.ofDays(14));

    assertThat(onlyHold().path("status").asText()).isEqualTo("expired");
    Instant called = Instant.parse(tenant.awaitEnd(order).at("/calls/0/started_at"));
    assertThat(LocalDate.ofInstant(called, BERLIN)).isEqualTo("2028-02-29");
  }

  /** The end of February is an instant as any other. */
  @Test
  void holdEndsOnTheLeapDay() {
    tenant.setClock(LocalDateTime.of(2028, 2, 28, 10, 0).atZone(BERLIN).toInstant());
    OrderBody body = tenant.order("06");
    ServiceResponse hold = hold(body, "2028-02-29T12:00:00+01:00");
    assertThat(hold.at("/until")).isEqualTo("2028-02-29T11:00:00.000Z");
    api.post(
            "/v1/holds",
            Api.json("{\"reason\": \"other\"}")
                .put("subject_reference", "person-1")
                .put("until", "2027-02-29T12:00:00+01:00"))
        .is(422, "validation_failed");
    String order = tenant.create(body);

    tenant.advanceClock(Duration.ofDays(2));

    Instant called = Instant.parse(tenant.awaitEnd(order).at("/calls/0/started_at"));
    Instant end = Instant.parse(hold.at("/until"));
    assertThat(called).isBetween(end, end.plusSeconds(600));
  }

  /** The tenant's clock is ahead of real time, where this end lies. */
  @Test
  void endThatTheClockOfTheTenantHasPassedIsRefused() {
    String passed = Instant.now().plus(Duration.ofHours(1)).toString();
    assertThat(tenant.now()).isAfter(passed);

    assertThat(
            api.post(
                    "/v1/holds",
                    Api.json("{\"reason\": \"other\", \"subject_reference\": \"a\"}")
                        .put("until", passed))
                .is(422, "validation_failed")
                .errors())
        .containsExactly("/until minimum");
    assertThat(api.get("/v1/holds").rows()).isEmpty();
  }

  private ServiceResponse hold(OrderBody person, String until) {
    return api.post(
            "/v1/holds",
            Api.json("{\"reason\": \"hardship\"}")
                .put("subject_reference", person.reference())
                .put("until", until))
        .is(201);
  }

  private JsonNode onlyHold() {
    return api.get("/v1/holds").is(200).rows().getFirst();
  }
}
