package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.tracing.RecordedTraces;
import eu.callorders.server.tracing.TracedStep;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTracerTest {
  private static final Instant AT = Instant.parse("2026-11-26T09:00:00Z");
  private static final UUID ORDER = new UUID(5, 6);
  private static final String ENVELOPE =
      "{\"id\": \"evt_1\", \"nested\": {\"related\": {}},"
          + " \"related\": {\"call_order_id\": \"%s\", \"call_id\": \"call_1\"}, \"data\": {}}";

  private static final ClaimedDelivery CLAIMED =
      new ClaimedDelivery(
          new UUID(1, 1),
          AT,
          new UUID(1, 2),
          new UUID(1, 3),
          1,
          false,
          false,
          new UUID(1, 4),
          "call.ended",
          List.of(new DeliveryAttempt(AT.minusSeconds(5), 500, null, 3)),
          null,
          1);

  private final RecordedTraces traces = new RecordedTraces();
  private final DeliveryTracer tracer = new DeliveryTracer(traces);

  @Test
  void recordsAnAttemptOfAnOrdersEvent() {
    tracer.record(delivery(ENVELOPE.formatted(IdKind.ORDER.format(ORDER))), outcome(204));

    assertThat(traces.steps(TracedStep.WebhookSent.class))
        .containsExactly(
            new TracedStep.WebhookSent(
                CLAIMED.tenantId(),
                ORDER,
                CLAIMED.id(),
                CLAIMED.endpointId(),
                CLAIMED.eventId(),
                "call.ended",
                2,
                204,
                null,
                AT,
                AT.plusMillis(12)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\": \"evt_1\", \"related\": {\"sequence_id\": \"seq_1\"}, \"data\": {}}",
        "{\"id\": \"evt_1\", \"related\": {\"call_order_id\": \"nonsense\"}}",
        "{\"id\": \"evt_1\"}",
        "{}",
        "[]",
        "{\"id\": ",
        ""
      })
  void eventsWithoutOrderBelongToNoTrace(String envelope) {
    tracer.record(delivery(envelope), outcome(204));

    assertThat(traces.steps(TracedStep.class)).isEmpty();
  }

  @Test
  void recordsNothingThatWasNotSent() {
    LoadedDelivery delivery = delivery(ENVELOPE.formatted(IdKind.ORDER.format(ORDER)));

    tracer.record(delivery, DeliveryOutcome.skipped(CLAIMED, Promise.promise()));

    assertThat(traces.steps(TracedStep.class)).isEmpty();
  }

  private static LoadedDelivery delivery(String envelope) {
    return new LoadedDelivery(CLAIMED, Buffer.buffer(envelope));
  }

  private static DeliveryOutcome outcome(int status) {
    return new DeliveryOutcome(
        CLAIMED,
        new DeliveryAttempt(AT, status, null, 12),
        DeliveryStatus.SUCCEEDED,
        null,
        Promise.promise());
  }
}
