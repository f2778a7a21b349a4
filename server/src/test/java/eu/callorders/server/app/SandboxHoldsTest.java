package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row of the recommended table is reached by a number of the sandbox. */
@Tag("long")
class SandboxHoldsTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Api api = tenant.api();

  SandboxHoldsTest() {
    assertThat(
            service
                .admin()
                .patch("/admin/v1/tenants/" + tenant.id(), "{\"outcome_rules\": \"recommended\"}")
                .status())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "20, wrong_number, phone, false",
    "36, deceased, person, false",
    "37, represented, person, false",
    "38, insolvent, person, false",
    "24, disputed, claim, false",
    "29, payment_claimed, claim, true",
    "21, payment_promised, claim, true",
    "34, hardship, person, true"
  })
  void numberLeadsToAHold(String digits, String reason, String on, boolean ends) {
    OrderBody body = tenant.order(digits).set("/context/claim/reference/case_number", "AZ-1");
    ServiceResponse called = tenant.awaitEnd(tenant.create(body));

    JsonNode hold = api.get("/v1/holds").is(200).rows().getFirst();

    assertThat(api.get("/v1/holds").rows()).hasSize(1);
    assertThat(hold.path("reason").asText()).isEqualTo(reason);
    assertThat(hold.path("source").asText()).isEqualTo("call_result");
    assertThat(hold.path("call_id").asText()).isEqualTo(called.at("/calls/0/id"));
    assertThat(hold.path("subject_reference").asText()).isEqualTo(body.reference());
    assertThat(hold.has("phone")).isEqualTo(on.equals("phone"));
    assertThat(hold.has("claim")).isEqualTo(on.equals("claim"));
    assertThat(hold.has("until")).isEqualTo(ends);
    assertThat(called.header("Sandbox-Notice")).isNull();
  }

  @Test
  void secondUnconfirmedIdentityHoldsTheNumber() {
    OrderBody body = tenant.order("35").set("/scheduling/retry/min_gap_hours", 1);
    tenant.awaitEnd(tenant.create(body));
    assertThat(api.get("/v1/holds").rows()).isEmpty();
    tenant.advanceClock(Duration.ofHours(2));

    tenant.awaitEnd(tenant.create(body));

    JsonNode hold = api.get("/v1/holds").is(200).rows().getFirst();
    assertThat(hold.path("reason").asText()).isEqualTo("identity_not_confirmed");
    assertThat(hold.path("phone").asText()).isEqualTo(body.phone());
    assertThat(hold.path("subject_reference").asText()).isEqualTo(body.reference());
  }

  /** The sequence goes on as always; its order waits for the release. */
  @Test
  void orderOfASequenceWaits() {
    String sequence = api.post(SequenceBody.PATH, SequenceBody.of("held")).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
    OrderBody person = tenant.order("06");
    String hold =
        api.post(
                "/v1/holds",
                Api.json("{\"reason\": \"vulnerable\"}")
                    .put("subject_reference", person.reference()))
            .is(201)
            .id();

    ServiceResponse sent =
        api.post(SignalBody.PATH, SignalBody.of("invoice.overdue", person, "1").json()).is(201);

    String enrollment = sent.at("/triggered/0/enrollment_id");
    List<JsonNode> orders =
        Await.until(
            "the enrollment has an order",
            () -> api.get("/v1/call-orders?enrollment_id=" + enrollment).is(200).rows(),
            rows -> !rows.isEmpty());
    String order = orders.getFirst().path("id").asText();
    tenant.awaitEventTypes(order, "call_order.accepted", "call_order.scheduled", "call_order.held");
    assertThat(api.order(order).at("/holds/0/id")).isEqualTo(hold);
    assertThat(api.get("/v1/enrollments/" + enrollment).at("/status")).isEqualTo("active");

    api.send("DELETE", "/v1/holds/" + hold, null).is(204);

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");
    Await.until(
        "the enrollment completes",
        () -> api.get("/v1/enrollments/" + enrollment),
        shown -> shown.at("/status").equals("completed"));
  }

  @Test
  void holdOfAnotherTenantOnTheNumberChangesNothing() {
    OrderBody body = tenant.order("06");
    RunningTenant other = service.newTenant();
    other
        .api()
        .post("/v1/holds", Api.json("{\"reason\": \"other\"}").put("phone", body.phone()))
        .is(201);
    other
        .api()
        .post(
            "/v1/holds",
            Api.json("{\"reason\": \"other\"}").put("subject_reference", body.reference()))
        .is(201);

    ServiceResponse accepted = api.create(body.json()).is(202);

    assertThat(accepted.body().has("holds")).isFalse();
    assertThat(tenant.awaitEnd(accepted.id()).at("/status")).isEqualTo("completed");
    assertThat(tenant.eventTypes(accepted.id())).doesNotContain("call_order.held");
    assertThat(api.get("/v1/holds").rows()).isEmpty();
  }
}
