package eu.callorders.server.webhook;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way to one endpoint.
 *
 * @param runId the replay it belongs to; null when it is fresh
 * @param eventRecordedAt names, with {@code eventId}, the row of the event
 * @param createdAt the millisecond that {@code id} carries
 * @param envelope of what is in no feed (verification and ping); null otherwise
 */
record Delivery(
    UUID id,
    UUID tenantId,
    UUID endpointId,
    @Nullable UUID runId,
    UUID eventId,
    Instant eventRecordedAt,
    String eventType,
    DeliveryStatus status,
    List<DeliveryAttempt> attempts,
    @Nullable Instant nextAttemptAt,
    Instant createdAt,
    @Nullable String envelope) {

  /** The same delivery, whose next attempt falls due then. */
  Delivery dueAt(Instant instant) {
    return new Delivery(
        id,
        tenantId,
        endpointId,
        runId,
        eventId,
        eventRecordedAt,
        eventType,
        status,
        attempts,
        instant,
        createdAt,
        envelope);
  }
}
