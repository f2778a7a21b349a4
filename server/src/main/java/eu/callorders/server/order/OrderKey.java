package eu.callorders.server.order;

import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.UUID;

/** Identifies an order when it is resubmitted. */
public sealed interface OrderKey {

  /** The {@code Idempotency-Key} of the request. */
  record RequestKey(String idempotencyKey) implements OrderKey {}

  /**
   * The step that creates the order.
   *
   * @param enrollmentId not part of the key: a resent signal starts another enrollment
   * @param signalType of the signal that started the enrollment
   * @param dedupeKey of that signal
   */
  record StepRef(
      UUID enrollmentId, String signalType, String dedupeKey, UUID sequenceId, String stepId)
      implements OrderKey {}

  /** How long the key identifies the order, per contract for requests and signals. */
  default Duration validity() {
    return switch (this) {
      case RequestKey _ -> Duration.ofDays(2);
      case StepRef _ -> Duration.ofDays(90);
    };
  }

  /** A text that is unique across tenants, subjects and keys. */
  default String text(UUID tenantId, String subjectReference) {
    var parts = Json.array().add(tenantId.toString()).add(subjectReference);
    return switch (this) {
      case RequestKey(String key) -> parts.add("request").add(key).toString();
      case StepRef(_, String type, String key, UUID sequence, String step) ->
          parts.add("step").add(type).add(key).add(sequence.toString()).add(step).toString();
    };
  }
}
