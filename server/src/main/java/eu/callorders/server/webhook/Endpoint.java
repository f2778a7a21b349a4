package eu.callorders.server.webhook;

import eu.callorders.core.event.EventType;
import eu.callorders.core.webhook.EndpointHealth;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a tenant's events are sent. All times are real time.
 *
 * @param eventTypes exact types and wildcards that it subscribes to; null for everything
 * @param thin whether payloads come without {@code data}
 * @param revision moves with configuration, status and secrets
 * @param activatedAt its first success of a verification; from then on each event it subscribes to
 *     has a delivery in the log, if only a skipped one
 */
record Endpoint(
    UUID id,
    UUID tenantId,
    String url,
    @Nullable String description,
    @Nullable List<String> eventTypes,
    boolean thin,
    EndpointStatus status,
    long revision,
    Verification verification,
    @Nullable Instant activatedAt,
    EndpointHealth health,
    Instant createdAt,
    Instant updatedAt) {

  /** Whether it wants events of that type. */
  boolean subscribesTo(String type) {
    return eventTypes == null
        || eventTypes.stream()
            .flatMap(filter -> EventType.matching(filter).stream())
            .anyMatch(wanted -> wanted.wire().equals(type));
  }

  /** The same in another status, as a new revision. */
  Endpoint with(EndpointStatus next, Instant now) {
    return new Endpoint(
        id,
        tenantId,
        url,
        description,
        eventTypes,
        thin,
        next,
        revision + 1,
        verification,
        activatedAt,
        health,
        createdAt,
        now);
  }

  /** The same with another verification; the revision moves with the status alone. */
  Endpoint with(Verification next, EndpointStatus nextStatus, Instant now) {
    return new Endpoint(
        id,
        tenantId,
        url,
        description,
        eventTypes,
        thin,
        nextStatus,
        nextStatus == status ? revision : revision + 1,
        next,
        nextStatus == EndpointStatus.ACTIVE && activatedAt == null ? now : activatedAt,
        health,
        createdAt,
        now);
  }

  /** The same with another health; its revision stays. */
  Endpoint with(EndpointHealth next) {
    return new Endpoint(
        id,
        tenantId,
        url,
        description,
        eventTypes,
        thin,
        status,
        revision,
        verification,
        activatedAt,
        next,
        createdAt,
        updatedAt);
  }
}
