package eu.callorders.server.tracing;

import java.time.Instant;
import java.util.UUID;

/** Steps of one order. */
final class TestSteps {
  static final Instant AT = Instant.parse("2026-11-26T09:00:00Z");
  static final UUID TENANT = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
  static final UUID ORDER = UUID.fromString("01890a5d-ac97-7abc-8def-0123456789ab");
  static final UUID ATTEMPT = UUID.fromString("01890a5d-ac98-7abc-9def-0123456789cd");

  static final String TRACE = "01890a5dac977abc8def0123456789ab";
  static final String ORDER_SPAN = "8def0123456789ab";
  static final String ATTEMPT_SPAN = "9def0123456789cd";

  private TestSteps() {}

  static TracedStep accepted() {
    return new TracedStep.OrderAccepted(TENANT, ORDER, AT, AT.plusMillis(7));
  }

  static TracedStep planned() {
    return new TracedStep.AttemptPlanned(TENANT, ORDER, AT.plusSeconds(60), AT, AT);
  }

  static TracedStep placed(String result) {
    return new TracedStep.CallPlaced(TENANT, ORDER, ATTEMPT, result, AT, AT.plusMillis(3));
  }

  static TracedStep callEnded() {
    return new TracedStep.CallEnded(
        TENANT, ORDER, ATTEMPT, 1, "closed", "busy", "normal", AT, AT.plusSeconds(2));
  }

  static TracedStep ended() {
    return new TracedStep.OrderEnded(TENANT, ORDER, "completed", "attempts_exhausted", AT, AT);
  }

  static TracedStep sent(Integer status, String error) {
    return new TracedStep.WebhookSent(
        TENANT,
        ORDER,
        new UUID(1, 1),
        new UUID(1, 2),
        new UUID(1, 3),
        "call_order.completed",
        2,
        status,
        error,
        AT,
        AT.plusMillis(9));
  }

  static TracedStep request(String traceparent, String id, int status, UUID order) {
    return new TracedStep.RequestServed(
        traceparent,
        id,
        "createCallOrder",
        "POST",
        "/v1/call-orders",
        status,
        TENANT,
        order,
        AT,
        AT.plusMillis(12));
  }
}
