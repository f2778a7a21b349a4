package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A recorded signal.
 *
 * @param occurredAt from the client, in canonical format
 * @param receivedAt the tenant's time
 * @param subjectData the given ones of {@code subject}, {@code contacts} and {@code context}; null
 *     for none
 * @param complianceBasis why the client may call the person; null for none
 * @param triggered {@code [{enrollment_id, effect}]}
 */
record Signal(
    UUID id,
    SignalKey key,
    String subjectReference,
    @Nullable String occurredAt,
    Instant receivedAt,
    @Nullable ObjectNode subjectData,
    @Nullable JsonNode metadata,
    @Nullable JsonNode complianceBasis,
    ArrayNode triggered) {

  /** Whether it has all subject data for an order. */
  boolean isComplete() {
    return subjectData != null
        && subjectData.has("subject")
        && subjectData.has("contacts")
        && subjectData.has("context");
  }
}
