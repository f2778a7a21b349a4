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
 * @param person the given ones of {@code subject}, {@code contacts} and {@code context}; null for
 *     none
 * @param triggered {@code [{enrollment_id, effect}]}
 */
record Signal(
    UUID id,
    SignalKey key,
    String subjectReference,
    @Nullable String occurredAt,
    Instant receivedAt,
    @Nullable ObjectNode person,
    @Nullable JsonNode metadata,
    ArrayNode triggered) {

  /** Whether it has all subject data for an order. */
  boolean complete() {
    return person != null
        && person.has("subject")
        && person.has("contacts")
        && person.has("context");
  }
}
