package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.time.Duration;
import java.time.Instant;

/** One event; the ids are empty when it is of no order or enrollment, the time is the tenant's. */
public record FeedEvent(
    String id,
    String type,
    String orderId,
    String enrollmentId,
    Instant occurredAt,
    JsonNode data) {
  static FeedEvent of(JsonNode envelope) {
    return new FeedEvent(
        envelope.path("id").asText(),
        envelope.path("type").asText(),
        envelope.at("/related/call_order_id").asText(),
        envelope.at("/related/enrollment_id").asText(),
        Instant.parse(envelope.path("occurred_at").asText()),
        envelope.path("data"));
  }

  /** Real time, which the identifier carries. */
  public Instant recordedAt() {
    return UuidV7.instantOf(IdKind.EVENT.parse(id).orElseThrow());
  }

  /** How far the tenant's clock was ahead of real time. */
  public Duration clockOffset() {
    return Duration.between(recordedAt(), occurredAt);
  }

  /** For people to read. */
  String line() {
    return "%s %s %s %s %s".formatted(recordedAt(), occurredAt, id, orderId, type);
  }

  String text(String member) {
    return data.path(member).asText();
  }

  /** Whether it announces how its order ended. */
  boolean terminal() {
    return type.startsWith("call_order.")
        && OrderChecks.TERMINAL.contains(type.substring("call_order.".length()));
  }
}
