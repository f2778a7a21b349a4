package eu.callorders.server.window;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Validates {@code local_call_times} beyond the contract's schema. */
public final class CallTimesCheck {
  private static final int MAX_ITEMS = 21;
  private static final Pattern CLOCK_TIME = Pattern.compile("[0-2][0-9]:[0-5][0-9]");

  private CallTimesCheck() {}

  /**
   * The indexes of items that overlap an earlier item, from 0. Items that violate the schema are
   * ignored.
   */
  public static SortedSet<Integer> overlapping(JsonNode callTimes) {
    SortedSet<Integer> overlapping = new TreeSet<>();
    if (!callTimes.isArray() || callTimes.size() > MAX_ITEMS) {
      return overlapping;
    }
    for (int later = 1; later < callTimes.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        if (overlap(callTimes.get(earlier), callTimes.get(later))) {
          overlapping.add(later);
        }
      }
    }
    return overlapping;
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
