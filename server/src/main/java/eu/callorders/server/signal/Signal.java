package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signal as it was received.
 *
 * @param occurredAt what the client gave, as timestamps are shown
 * @param receivedAt the tenant's time
 * @param person {@code subject}, {@code contacts} and {@code context} as far as they were given;
 *     null for none of them
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

  /** Whether an order could be made of it. */
  boolean complete() {
    return person != null
        && person.has("subject")
        && person.has("contacts")
        && person.has("context");
  }
}
