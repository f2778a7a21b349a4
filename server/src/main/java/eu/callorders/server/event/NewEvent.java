package eu.callorders.server.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event that has just come about.
 *
 * @param occurredAt the tenant's time
 * @param related the resources concerned
 * @param metadata that of the resource; null when it has none
 * @param data the resource as its GET shows it now, without personal data but the subject's
 *     reference
 */
public record NewEvent(
    UUID tenantId,
    EventType type,
    Instant occurredAt,
    RelatedResources related,
    @Nullable JsonNode metadata,
    JsonNode data) {}
