package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.event.EventType;
import eu.callorders.core.webhook.EndpointHealth;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Target of a tenant's events. All times are real time.
 *
 * @param eventTypes exact types and wildcards; null for all
 * @param thin whether payloads omit {@code data}
 * @param revision changes with configuration, status and secrets
 * @param activatedAt first successful verification; from then on each matching event has a
 *     delivery, at least a skipped one
 */
public record Endpoint(
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

  public boolean subscribesTo(String type) {
    return eventTypes == null
        || eventTypes.stream()
            .flatMap(filter -> EventType.matching(filter).stream())
            .anyMatch(subscribed -> subscribed.wire().equals(type));
  }

  /** A copy with another status and a new revision. */
  public Endpoint with(EndpointStatus next, Instant now) {
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

  /** A copy with another verification; the revision changes only with the status. */
  public Endpoint with(Verification next, EndpointStatus nextStatus, Instant now) {
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

  /** A copy with another health and the same revision. */
  public Endpoint with(EndpointHealth next) {
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
