package eu.callorders.server.event;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.ApiRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the feed; null members match everything.
 *
 * @param createdAfter inclusive, tenant time
 */
record EventFilter(
    @Nullable Set<EventType> types,
    @Nullable Instant createdAfter,
    @Nullable UUID callOrderId,
    @Nullable UUID enrollmentId) {
  static final EventFilter ALL = new EventFilter(null, null, null, null);
  static final EventFilter NONE = new EventFilter(Set.of(), null, null, null);

  /** One error for each unknown name in the parameter {@code event_types}. */
  static List<FieldError> faults(Map<String, String> query) {
    List<FieldError> errors = new ArrayList<>();
    for (String name : typeNames(query)) {
      if (EventType.matching(name).isEmpty()) {
        errors.add(
            FieldError.query(
                "event_types",
                "enum",
                "names an unknown event type",
                Map.of("rule", "event_type")));
      }
    }
    return errors;
  }

  /** The filter of a valid request; empty when a malformed identifier matches nothing. */
  static Optional<EventFilter> of(ApiRequest request) {
    if (request.hasMalformedId(IdKind.ORDER, "call_order_id")
        || request.hasMalformedId(IdKind.ENROLLMENT, "enrollment_id")) {
      return Optional.empty();
    }
    return Optional.of(
        new EventFilter(
            types(request),
            request.queryInstant("created_after").orElse(null),
            request.queryId(IdKind.ORDER, "call_order_id").orElse(null),
            request.queryId(IdKind.ENROLLMENT, "enrollment_id").orElse(null)));
  }

  private static @Nullable Set<EventType> types(ApiRequest request) {
    if (request.queryParameter("event_types").isEmpty()) {
      return null;
    }
    Set<EventType> types = EnumSet.noneOf(EventType.class);
    typeNames(request.query()).forEach(name -> types.addAll(EventType.matching(name)));
    return types;
  }

  private static List<String> typeNames(Map<String, String> query) {
    String names = query.get("event_types");
    return names == null ? List.of() : List.of(names.split(",", -1));
  }
}
