package eu.callorders.server.webhook.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The member {@code event_types} of a body: exact types and wildcards. */
public final class EventTypeNames {
  private static final String MEMBER = "event_types";

  private EventTypeNames() {}

  /** One error for each name that matches no type. */
  public static List<FieldError> faults(JsonNode body) {
    JsonNode names = body.path(MEMBER);
    List<FieldError> errors = new ArrayList<>();
    for (int index = 0; index < names.size(); index++) {
      JsonNode name = names.path(index);
      if (names.isArray() && name.isTextual() && EventType.matching(name.asText()).isEmpty()) {
        errors.add(
            FieldError.body(
                "/" + MEMBER + "/" + index,
                "enum",
                "names an unknown event type",
                Map.of("rule", "event_type")));
      }
    }
    return errors;
  }

  /** The names as given; null when absent. */
  public static @Nullable List<String> of(JsonNode body) {
    JsonNode names = body.path(MEMBER);
    return names.isArray() ? texts(names).toList() : null;
  }

  /** The exact types that the names match; null, which means all, for null. */
  public static @Nullable List<String> resolve(@Nullable List<String> names) {
    return names == null
        ? null
        : names.stream()
            .flatMap(name -> EventType.matching(name).stream())
            .distinct()
            .map(EventType::wire)
            .toList();
  }

  private static Stream<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText);
  }
}
