package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.CallTimesCheck;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates scheduling beyond the schema: members that must be consistent. */
public final class SchedulingRules {
  private static final Pattern CLOCK_TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");
  private static final String END_OF_DAY = "24:00";

  private SchedulingRules() {}

  /** The faults of a scheduling block; values that violate the schema are skipped. */
  public static List<FieldError> faults(JsonNode scheduling) {
    List<FieldError> faults = new ArrayList<>();
    JsonNode window = scheduling.path("window");
    Instant notBefore = instant(window.path("not_before"));
    Instant notAfter = instant(window.path("not_after"));
    if (notBefore != null && notAfter != null && !notBefore.isBefore(notAfter)) {
      faults.add(notEarlier("/scheduling/window", "not_before", "not_after"));
    }
    int index = 0;
    for (JsonNode callTime : scheduling.path("local_call_times")) {
      String from = callTime.path("from").asText();
      String to = callTime.path("to").asText();
      if (isClockTime(from)
          && (isClockTime(to) || to.equals(END_OF_DAY))
          && from.compareTo(to) >= 0) {
        faults.add(notEarlier("/scheduling/local_call_times/" + index, "from", "to"));
      }
      index++;
    }
    if (faults.isEmpty()) {
      faults.addAll(
          CallTimesCheck.overlaps(
              scheduling.path("local_call_times"), "/scheduling/local_call_times"));
    }
    return faults;
  }

  private static @Nullable Instant instant(JsonNode text) {
    try {
      return text.isTextual() ? Timestamps.parse(text.asText()) : null;
    } catch (DateTimeException e) {
      return null; // reported by the schema
    }
  }

  private static boolean isClockTime(String text) {
    return CLOCK_TIME.matcher(text).matches();
  }

  private static FieldError notEarlier(String pointer, String first, String second) {
    return FieldError.body(
        pointer,
        "inconsistent",
        first + " must be earlier than " + second,
        Map.of("rule", "earlier", "first", first, "second", second));
  }
}
