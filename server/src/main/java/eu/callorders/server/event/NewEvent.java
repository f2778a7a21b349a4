package eu.callorders.server.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event to append.
 *
 * @param occurredAt tenant time
 * @param metadata of the resource; null when absent
 * @param data the resource as its GET returns it, without personal data but the subject reference
 */
public record NewEvent(
    UUID tenantId,
    EventType type,
    Instant occurredAt,
    RelatedResources related,
    @Nullable JsonNode metadata,
    JsonNode data) {}
