package eu.callorders.server.order;

import eu.callorders.server.http.Json;
import java.time.Duration;
import java.util.UUID;

/** What makes an order the same when it is sent again. */
public sealed interface OrderKey {

  /** The {@code Idempotency-Key} of the request. */
  record OfRequest(String idempotencyKey) implements OrderKey {}

  /**
   * The step that makes the order.
   *
   * @param enrollmentId not part of the key: it is another one when the signal is sent again
   * @param signalType of the signal that started the enrollment
   * @param dedupeKey of that signal
   */
  record StepRef(
      UUID enrollmentId, String signalType, String dedupeKey, UUID sequenceId, String stepId)
      implements OrderKey {}

  /** How long the key means the same order: as the contract has it for requests and signals. */
  default Duration validity() {
    return switch (this) {
      case OfRequest _ -> Duration.ofDays(2);
      case StepRef _ -> Duration.ofDays(90);
    };
  }

  /** A text that no other key of any tenant and person has. */
  default String text(UUID tenantId, String subjectReference) {
    var parts = Json.array().add(tenantId.toString()).add(subjectReference);
    return switch (this) {
      case OfRequest(String key) -> parts.add("request").add(key).toString();
      case StepRef(_, String type, String key, UUID sequence, String step) ->
          parts.add("step").add(type).add(key).add(sequence.toString()).add(step).toString();
    };
  }
}
