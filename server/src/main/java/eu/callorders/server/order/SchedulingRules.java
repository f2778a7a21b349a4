package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.CallTimesCheck;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Validates scheduling beyond the schema: members that must be consistent. */
public final class SchedulingRules {
  private static final Pattern CLOCK_TIME = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");
  private static final String END_OF_DAY = "24:00";

  private SchedulingRules() {}

  /** The faults of a scheduling block; values that violate the schema are skipped. */
  public static List<FieldError> faults(JsonNode scheduling) {
    List<FieldError> faults = new ArrayList<>();
    Optional<Instant> notBefore = instant(scheduling.at("/window/not_before"));
    Optional<Instant> notAfter = instant(scheduling.at("/window/not_after"));
    if (notBefore.isPresent()
        && notAfter.isPresent()
        && !notBefore.get().isBefore(notAfter.get())) {
      faults.add(inconsistent("/scheduling/window", "not_before must be earlier than not_after"));
    }
    int index = 0;
    for (JsonNode callTime : scheduling.path("local_call_times")) {
      String from = callTime.path("from").asText();
      String to = callTime.path("to").asText();
      if (isClockTime(from)
          && (isClockTime(to) || to.equals(END_OF_DAY))
          && from.compareTo(to) >= 0) {
        faults.add(
            inconsistent("/scheduling/local_call_times/" + index, "from must be earlier than to"));
      }
      index++;
    }
    if (faults.isEmpty()) {
      for (int later : CallTimesCheck.overlapping(scheduling.path("local_call_times"))) {
        faults.add(
            inconsistent(
                "/scheduling/local_call_times/" + later, "must not overlap an earlier one"));
      }
    }
    return faults;
  }

  private static Optional<Instant> instant(JsonNode text) {
    try {
      return text.isTextual() ? Optional.of(Timestamps.parse(text.asText())) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty(); // reported by the schema
    }
  }

  private static boolean isClockTime(String text) {
    return CLOCK_TIME.matcher(text).matches();
  }

  private static FieldError inconsistent(String pointer, String message) {
    return FieldError.body(pointer, "inconsistent", message);
  }
}
