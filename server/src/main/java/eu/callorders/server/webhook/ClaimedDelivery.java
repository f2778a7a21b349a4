package eu.callorders.server.webhook;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this node has leased, and the endpoint as it was then.
 *
 * @param fence of the lease: it is over when the row shows another one
 * @param made attempts so far
 * @param endpoint null when it was deleted
 * @param bytes of the envelope, which {@link LoadedDelivery} holds until it is sent
 */
record ClaimedDelivery(
    UUID tenantId,
    Instant createdAt,
    UUID id,
    UUID endpointId,
    long fence,
    boolean replay,
    UUID eventId,
    String eventType,
    List<DeliveryAttempt> made,
    @Nullable Endpoint endpoint,
    int bytes) {

  /** What is held of a delivery, until somebody leases it anew. */
  record Lease(UUID deliveryId, long fence) {}

  Lease lease() {
    return new Lease(id, fence);
  }
}
