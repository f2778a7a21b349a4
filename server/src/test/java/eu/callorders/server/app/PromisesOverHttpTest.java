package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Promises over HTTP, from the call to their end. */
@Tag("long")
class PromisesOverHttpTest {
  private static final String PATH = "/v1/promises";
  private static final String PROMISE =
      """
      {"outcome": {"summary_code": "payment_promised", "findings": {"payment_promise":
        {"amount": {"value": "40.00", "currency": "EUR"}, "on": "%s"}}}}
      """;

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();
  private final SignalRequests signals = new SignalRequests(tenant);

  @Test
  void showsPromise() {
    OrderBody body = promising().set("/context/claim/reference/case_number", "A");
    String order = promised(body);

    JsonNode promise = api.get(PATH).is(200).rows().getFirst();

    LocalDate day = inAWeek();
    assertThat(promise.path("status").asText()).isEqualTo("open");
    assertThat(promise.path("call_order_id").asText()).isEqualTo(order);
    assertThat(promise.path("call_id").asText()).isEqualTo(api.order(order).at("/calls/0/id"));
    assertThat(promise.path("subject_reference").asText()).isEqualTo(body.reference());
    assertThat(promise.at("/claim/case_number").asText()).isEqualTo("A");
    assertThat(promise.at("/amount/value").asText()).isEqualTo("40.00");
    assertThat(promise.path("promised_on").asText()).isEqualTo(day.toString());
    assertThat(promise.path("due_on").asText()).isEqualTo(day.toString());
    assertThat(promise.has("ended_at")).isFalse();
    assertThat(api.get(PATH + "/" + promise.path("id").asText()).is(200).body()).isEqualTo(promise);
  }

  @Test
  void listsNewestFirstAndFilters() {
    OrderBody erika = promising();
    promised(erika);
    OrderBody max = promising();
    promised(max);
    signals.send("payment.received", erika.reference(), "paid").is(201);
    String kept = id(PATH + "?subject_reference=" + erika.reference());
    String open = id(PATH + "?status=open");

    assertThat(api.get(PATH).ids()).containsExactly(open, kept);
    assertThat(api.get(PATH + "?status=kept").ids()).containsExactly(kept);
    assertThat(api.get(PATH + "?status=kept&subject_reference=" + max.reference()).ids()).isEmpty();
    assertThat(api.get(PATH + "?status=unknown").ids()).isEmpty();
    ServiceResponse first = api.get(PATH + "?limit=1").is(200);
    assertThat(first.ids()).containsExactly(open);
    assertThat(api.get(PATH + "?limit=1&after=" + first.at("/next_cursor")).ids())
        .containsExactly(kept);
    api.get(PATH + "?status=open&after=" + first.at("/next_cursor")).is(422, "invalid_cursor");
  }

  @ParameterizedTest
  @CsvSource({
    "subject_reference=, /query/subject_reference min_length",
    "limit=0, /query/limit minimum",
    "claim=A, /query/claim unknown_member"
  })
  void rejectsInvalidQueries(String query, String expected) {
    assertThat(api.get(PATH + "?" + query).is(422, "validation_failed").errors())
        .containsExactly(expected);
  }

  @Test
  void otherTenantsAndScopesSeeNothing() {
    promised(promising());
    String promise = id(PATH);
    RunningTenant other = tenant.service().newTenant();

    assertThat(other.api().get(PATH).is(200).ids()).isEmpty();
    other.api().get(PATH + "/" + promise).is(404, "not_found");
    api.get(PATH + "/prm_unknown").is(404, "not_found");
    tenant.without("orders:read").get(PATH).is(403, "insufficient_scope");
    tenant.without("orders:read").get(PATH + "/" + promise).is(403, "insufficient_scope");
  }

  /** The clock stops where the promise breaks, and the sequence of the tenant starts. */
  @Test
  void brokenPromiseStartsTheSequenceOfTheTenant() {
    tenant
        .service()
        .admin()
        .patch("/admin/v1/tenants/" + tenant.id(), "{\"promise_signal\": \"promise.overdue\"}");
    signals.createSequence("broken", "promise.overdue");
    OrderBody body = promising();
    promised(body);
    JsonNode promise = api.get(PATH).is(200).rows().getFirst();

    tenant.advanceClock(Duration.ofDays(12));

    JsonNode broken = api.get(PATH + "/" + promise.path("id").asText()).is(200).body();
    assertThat(broken.path("status").asText()).isEqualTo("broken");
    assertThat(broken.path("ended_at").asText())
        .isGreaterThanOrEqualTo(promise.path("breaks_at").asText());
    assertThat(Duration.between(instant(promise, "breaks_at"), instant(broken, "ended_at")))
        .isLessThan(Duration.ofHours(1));
    JsonNode signal = signals.signalEvents().getLast().path("data");
    assertThat(signal.path("dedupe_key")).isEqualTo(promise.path("id"));
    assertThat(signal.at("/triggered/0/effect").asText()).isEqualTo("enrolled");
    assertThat(api.get("/v1/enrollments?subject_reference=" + body.reference()).is(200).rows())
        .hasSize(1);
    assertThat(promiseEvents()).containsExactly("promise.made", "promise.broken");
  }

  @Test
  void paymentKeepsThePromise() {
    OrderBody body = promising();
    promised(body);

    signals.send("payment.received", body.reference(), "paid").is(201);
    tenant.advanceClock(Duration.ofDays(12));

    assertThat(api.get(PATH).is(200).rows().getFirst().path("status").asText()).isEqualTo("kept");
    assertThat(promiseEvents()).containsExactly("promise.made", "promise.kept");
  }

  private static Instant instant(JsonNode json, String member) {
    return Instant.parse(json.path(member).asText());
  }

  /** An order whose person promises to pay in a week. */
  private OrderBody promising() {
    return tenant.order("06").setJson("/simulate", PROMISE.formatted(inAWeek()));
  }

  private LocalDate inAWeek() {
    return LocalDate.ofInstant(tenant.now(), ZoneId.of("Europe/Berlin")).plusWeeks(1);
  }

  private String promised(OrderBody body) {
    String order = tenant.create(body);
    tenant.awaitEnd(order);
    return order;
  }

  private String id(String target) {
    return api.get(target).is(200).ids().getFirst();
  }

  private List<String> promiseEvents() {
    return tenant.events(null).stream()
        .map(event -> event.path("type").asText())
        .filter(type -> type.startsWith("promise."))
        .toList();
  }
}
