package eu.callorders.server.webhook.delivery;

import eu.callorders.server.webhook.endpoint.Endpoint;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this node has leased, with its endpoint at that time.
 *
 * @param fence of the lease, which is lost when the row shows another fence
 * @param replay whether it waits behind new events
 * @param requested whether a client asked for this event by name, whatever the endpoint subscribes
 *     to: by a resend, or a replay of named types
 * @param previousAttempts previous attempts
 * @param endpoint null when deleted
 * @param bytes of the envelope, which {@link LoadedDelivery} holds
 */
record ClaimedDelivery(
    UUID tenantId,
    Instant createdAt,
    UUID id,
    UUID endpointId,
    long fence,
    boolean replay,
    boolean requested,
    UUID eventId,
    String eventType,
    List<DeliveryAttempt> previousAttempts,
    @Nullable Endpoint endpoint,
    int bytes) {

  /** Identifies a lease; a new lease has another fence. */
  record Lease(UUID deliveryId, long fence) {}

  Lease lease() {
    return new Lease(id, fence);
  }
}
