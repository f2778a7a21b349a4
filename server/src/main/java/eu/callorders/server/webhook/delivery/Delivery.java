package eu.callorders.server.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event for one endpoint.
 *
 * @param replayId of the replay; the own {@code id} of a resend; null for a new event
 * @param eventRecordedAt with {@code eventId}, the key of the event's row
 * @param createdAt the millisecond in {@code id}
 * @param envelope of an event outside the feed (verification, ping); null otherwise
 */
public record Delivery(
    UUID id,
    UUID tenantId,
    UUID endpointId,
    @Nullable UUID replayId,
    UUID eventId,
    Instant eventRecordedAt,
    String eventType,
    DeliveryStatus status,
    List<DeliveryAttempt> attempts,
    @Nullable Instant nextAttemptAt,
    Instant createdAt,
    @Nullable String envelope) {
  /** How long deliveries are visible; older ones may be removed. */
  public static final Duration RETENTION = Duration.ofDays(30);
}
