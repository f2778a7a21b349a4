package eu.callorders.server.event;

import eu.callorders.core.event.EventType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a waiting reader's filter needs of an event.
 *
 * @param type null for a type of another release
 */
record NewFeedEvent(
    @Nullable EventType type, @Nullable UUID callOrderId, @Nullable UUID enrollmentId) {

  /** Whether the event may match; the read that follows decides. */
  boolean matches(EventFilter filter) {
    return (filter.types() == null || type == null || filter.types().contains(type))
        && (filter.callOrderId() == null || filter.callOrderId().equals(callOrderId))
        && (filter.enrollmentId() == null || filter.enrollmentId().equals(enrollmentId));
  }
}
