package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class CancelCallOrderTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  @Test
  void cancelsScheduledOrder() {
    String id = tenant.create(tenant.laterOrder());
    ServiceResponse before = tenant.await(id, "scheduled");
    ServiceResponse canceled = api.cancel(id).is(200);

    assertThat(canceled.at("/status")).isEqualTo("canceled");
    assertThat(canceled.at("/result/summary_code")).isEqualTo("canceled");
    assertThat(canceled.at("/result/reachability")).isEqualTo("not_attempted");
    assertThat(canceled.at("/result/engagement")).isEqualTo("none");
    assertThat(canceled.body().at("/result/termination").toString())
        .isEqualTo("{\"actor\":\"client\",\"reason\":\"canceled\"}");
    assertThat(canceled.body().at("/result/findings").toString()).isEqualTo("{}");
    assertThat(canceled.at("/result/attempts")).isEqualTo("0");
    assertThat(canceled.body().has("next_attempt_at")).isFalse();
    assertThat(canceled.at("/ended_at")).isEqualTo(canceled.at("/result/ended_at"));
    ServiceResponse shown = api.order(id);
    assertThat(shown.text()).isEqualTo(canceled.text());
    assertThat(shown.header("ETag")).isNotEqualTo(before.header("ETag"));
    assertThat(tenant.eventTypes(id))
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.canceled");
  }

  @Test
  void storesReasonInResultOnly() {
    String id = tenant.create(tenant.laterOrder());
    ServiceResponse canceled =
        api.post(
                Api.ORDERS + "/" + id + "/cancel",
                Api.json("{\"reason\": \"Zahlung da: 12,50 €\"}"))
            .is(200);

    assertThat(canceled.at("/result/termination/note")).isEqualTo("Zahlung da: 12,50 €");
    assertThat(api.order(id).at("/result/termination/note")).isEqualTo("Zahlung da: 12,50 €");
    List<JsonNode> events = tenant.events(id);
    assertThat(events.getLast().at("/data/result/termination/reason").asText())
        .isEqualTo("canceled");
    assertThat(events.toString()).doesNotContain("Zahlung").doesNotContain("\"note\"");
  }

  @Test
  void redactsCardNumberInReason() {
    String id = tenant.create(tenant.laterOrder());
    api.post(
            Api.ORDERS + "/" + id + "/cancel",
            Api.json("{\"reason\": \"Mit 4111 1111 1111 1111 bezahlt\"}"))
        .is(200);

    assertThat(api.order(id).at("/result/termination/note"))
        .isEqualTo("Mit " + "*".repeat(19) + " bezahlt");
  }

  @Test
  void acceptsEmptyObject() {
    String id = tenant.create(tenant.laterOrder());

    api.post(Api.ORDERS + "/" + id + "/cancel", Api.json("{}")).is(200);
  }

  @Test
  void limitsReason() {
    String id = tenant.create(tenant.laterOrder());
    String target = Api.ORDERS + "/" + id + "/cancel";

    assertThat(api.send("POST", target, "{\"reason\": \"" + "x".repeat(201) + "\"}").errors())
        .containsExactly("/reason max_length");
    assertThat(api.send("POST", target, "{\"reason\": null}").errors())
        .containsExactly("/reason type");
    assertThat(api.send("POST", target, "{\"why\": \"\"}").errors())
        .containsExactly("/why unknown_member");
    api.send("POST", target, "null").is(422, "validation_failed");
    api.send("POST", target, "{").is(400, "malformed_request");
    api.send("POST", target, "reason=x", "Content-Type", "application/x-www-form-urlencoded")
        .is(415, "unsupported_media_type");
    api.send("POST", target, "{\"reason\": \"" + "x".repeat(200) + "\"}").is(200);
  }

  @Test
  void rejectsEndedOrder() {
    String canceled = tenant.create(tenant.laterOrder());
    api.cancel(canceled).is(200);
    String completed = tenant.create(tenant.order("06"));
    tenant.awaitEnd(completed);
    String failed = tenant.create(tenant.order("02"));
    tenant.awaitEnd(failed);

    api.cancel(canceled).is(409, "order_not_cancelable");
    api.cancel(completed).is(409, "order_not_cancelable");
    api.cancel(failed).is(409, "order_not_cancelable");
  }

  @Test
  void rejectsOrderBeingDialed() {
    OrderBody slow = tenant.order("06").setJson("/simulate/delays", "{\"ring_ms\": 4000}");
    String id = tenant.create(slow);
    tenant.await(id, "dialing");

    api.cancel(id).is(409, "order_not_cancelable");
    api.patch(id, "{\"metadata\": {}}").is(409, "order_not_editable");
    assertThat(tenant.awaitEnd(id).at("/status")).isEqualTo("completed");
  }

  @Test
  void cancelsOrderBetweenAttempts() {
    String id = tenant.create(tenant.order("10"));
    Await.until(
        "the first attempt has failed",
        () -> api.order(id),
        order -> order.at("/status").equals("scheduled") && order.at("/attempt_count").equals("1"));
    api.patch(id, "{\"metadata\": {}}").is(409, "order_not_editable");
    ServiceResponse canceled = api.cancel(id).is(200);

    assertThat(canceled.at("/result/attempts")).isEqualTo("1");
    assertThat(canceled.at("/result/termination/actor")).isEqualTo("client");
    assertThat(canceled.at("/calls/0/disposition")).isEqualTo("no_answer");
  }

  @Test
  void returns404ForOrdersOfOtherTenants() {
    String foreign = tenant.service().newTenant().create(tenant.laterOrder());

    api.cancel(foreign).is(404, "not_found");
    api.cancel("ord_00000000000000000000000000").is(404, "not_found");
    api.cancel("call_00000000000000000000000000").is(404, "not_found");
  }

  @Test
  void repeatsReplyForSameKey() {
    String id = tenant.create(tenant.laterOrder());
    ServiceResponse first = api.cancel(id, "Idempotency-Key", "cancel-1").is(200);
    ServiceResponse again = api.cancel(id, "Idempotency-Key", "cancel-1").is(200);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");

    ServiceResponse refused =
        api.cancel(id, "Idempotency-Key", "cancel-2").is(409, "order_not_cancelable");
    assertThat(refused.header("Idempotent-Replayed")).isNull();
    assertThat(
            api.cancel(id, "Idempotency-Key", "cancel-2")
                .is(409, "order_not_cancelable")
                .header("Idempotent-Replayed"))
        .isEqualTo("true");
    String unknown = "ord_00000000000000000000000000";
    api.cancel(unknown, "Idempotency-Key", "cancel-3").is(404, "not_found");
    assertThat(
            api.cancel(unknown, "Idempotency-Key", "cancel-3")
                .is(404, "not_found")
                .header("Idempotent-Replayed"))
        .isEqualTo("true");
  }
}
