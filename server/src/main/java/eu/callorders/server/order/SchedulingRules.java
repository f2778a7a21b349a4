package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.http.Timestamps;
import java.util.ArrayList;
import java.util.List;

/** What the contract's schema cannot say about scheduling: members that must fit each other. */
final class SchedulingRules {
  private SchedulingRules() {}

  /** The faults of a scheduling block that satisfies the schema. */
  static List<FieldError> faults(JsonNode scheduling) {
    List<FieldError> faults = new ArrayList<>();
    JsonNode window = scheduling.path("window");
    if (window.hasNonNull("not_before")
        && window.hasNonNull("not_after")
        && !Timestamps.parse(window.get("not_before").asText())
            .isBefore(Timestamps.parse(window.get("not_after").asText()))) {
      faults.add(inconsistent("/scheduling/window", "not_before must be earlier than not_after"));
    }
    JsonNode callTimes = scheduling.path("local_call_times");
    for (int index = 0; index < callTimes.size(); index++) {
      JsonNode callTime = callTimes.get(index);
      if (callTime.path("from").asText().compareTo(callTime.path("to").asText()) >= 0) {
        faults.add(
            inconsistent("/scheduling/local_call_times/" + index, "from must be earlier than to"));
      }
    }
    return faults;
  }

  private static FieldError inconsistent(String pointer, String message) {
    return FieldError.body(pointer, "inconsistent", message);
  }
}
