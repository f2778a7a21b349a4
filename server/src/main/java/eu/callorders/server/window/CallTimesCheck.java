package eu.callorders.server.window;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Validates {@code local_call_times} beyond the contract's schema. */
public final class CallTimesCheck {
  private static final int MAX_ITEMS = 21;
  private static final Pattern CLOCK_TIME = Pattern.compile("[0-2][0-9]:[0-5][0-9]");

  private CallTimesCheck() {}

  /**
   * Faults of items that satisfy the schema: each must end after its start, and overlap no earlier
   * one.
   *
   * @param pointer of the array
   */
  public static List<FieldError> faults(JsonNode callTimes, String pointer) {
    List<FieldError> reversed =
        IntStream.range(0, callTimes.size())
            .filter(item -> from(callTimes.get(item)).compareTo(to(callTimes.get(item))) >= 0)
            .mapToObj(
                item ->
                    FieldError.body(
                        pointer + "/" + item + "/to",
                        "inconsistent",
                        "must be later than from",
                        Map.of("rule", "earlier", "first", "from", "second", "to")))
            .toList();
    return reversed.isEmpty() ? overlaps(callTimes, pointer) : reversed;
  }

  /**
   * Faults of items that overlap an earlier item. Items that violate the schema are ignored.
   *
   * @param pointer of the array
   */
  public static List<FieldError> overlaps(JsonNode callTimes, String pointer) {
    if (!callTimes.isArray() || callTimes.size() > MAX_ITEMS) {
      return List.of();
    }
    return IntStream.range(1, callTimes.size())
        .filter(later -> overlapsEarlier(callTimes, later))
        .mapToObj(
            later ->
                FieldError.body(
                    pointer + "/" + later,
                    "inconsistent",
                    "must not overlap an earlier one",
                    Map.of("rule", "overlap")))
        .toList();
  }

  private static boolean overlapsEarlier(JsonNode callTimes, int later) {
    return IntStream.range(0, later)
        .anyMatch(earlier -> overlap(callTimes.get(earlier), callTimes.get(later)));
  }

  /** Compares clock times as text: they have equal length. */
  private static boolean overlap(JsonNode one, JsonNode other) {
    return wellFormed(one)
        && wellFormed(other)
        && from(one).compareTo(to(other)) < 0
        && from(other).compareTo(to(one)) < 0
        && days(one).stream().anyMatch(days(other)::contains);
  }

  private static boolean wellFormed(JsonNode callTime) {
    return CLOCK_TIME.matcher(from(callTime)).matches()
        && CLOCK_TIME.matcher(to(callTime)).matches();
  }

  private static String from(JsonNode callTime) {
    return callTime.path("from").asText();
  }

  private static String to(JsonNode callTime) {
    return callTime.path("to").asText();
  }

  private static Set<String> days(JsonNode callTime) {
    Set<String> days = new HashSet<>();
    callTime.path("days").forEach(day -> days.add(day.asText()));
    return days;
  }
}
