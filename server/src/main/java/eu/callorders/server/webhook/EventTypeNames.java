package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The member {@code event_types}: exact types and wildcards. */
final class EventTypeNames {
  private static final String MEMBER = "event_types";

  private EventTypeNames() {}

  /** One fault for each name that stands for no type. */
  static List<FieldError> faults(JsonNode body) {
    JsonNode names = body.path(MEMBER);
    List<FieldError> faults = new ArrayList<>();
    for (int place = 0; place < names.size(); place++) {
      JsonNode name = names.path(place);
      if (names.isArray() && name.isTextual() && EventType.matching(name.asText()).isEmpty()) {
        faults.add(
            FieldError.body("/" + MEMBER + "/" + place, "enum", "names an unknown event type"));
      }
    }
    return faults;
  }

  /** Refuses a body that names what stands for no type. */
  static void check(JsonNode body) {
    List<FieldError> faults = faults(body);
    if (!faults.isEmpty()) {
      throw new ProblemException(Problem.invalid(faults));
    }
  }

  /** The names as they were given; null when there are none. */
  static @Nullable List<String> of(JsonNode body) {
    JsonNode names = body.path(MEMBER);
    return names.isArray() ? texts(names).toList() : null;
  }

  /** The exact types that the names stand for; null, for everything, when there are no names. */
  static @Nullable List<String> exact(@Nullable List<String> names) {
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
