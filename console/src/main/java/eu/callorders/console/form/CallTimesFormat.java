package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts call times between JSON and lines such as {@code Mon-Fri 14:00-19:00}, with the days in
 * the present language. An unknown day or time passes through unchanged, so that the service
 * reports the error.
 */
public final class CallTimesFormat {
  private static final List<String> DAYS = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

  /** Accepted spellings; a prefix of at least two letters suffices. */
  private static final List<List<String>> DAY_NAMES =
      List.of(
          List.of("monday", "montag"),
          List.of("tuesday", "dienstag"),
          List.of("wednesday", "mittwoch"),
          List.of("thursday", "donnerstag"),
          List.of("friday", "freitag"),
          List.of("saturday", "samstag"),
          List.of("sunday", "sonntag"));

  private static final Pattern LINE =
      Pattern.compile("(.*\\S)\\s+([^\\s–-]+)\\s*[–-]\\s*([^\\s–-]+)");
  private static final Pattern SINGLE_DIGIT_HOUR = Pattern.compile("[0-9]:[0-9]{2}");
  private static final int MIN_RANGE_LENGTH = 3;

  private CallTimesFormat() {}

  /** One line per range, in a form that {@link #parse} accepts. */
  public static String format(JsonNode ranges) {
    return join(ranges, "\n");
  }

  /** All ranges in one line, for display only. */
  public static String describe(JsonNode ranges) {
    return join(ranges, "; ");
  }

  private static String join(JsonNode ranges, String separator) {
    return String.join(separator, Json.list(ranges, CallTimesFormat::formatRange));
  }

  private static String formatRange(JsonNode range) {
    List<String> days = Json.list(range.path("days"), day -> day.asText(""));
    List<String> spans = new ArrayList<>();
    for (int first = 0; first < days.size(); ) {
      int next = first + 1;
      while (next < days.size() && isNextDay(days.get(next - 1), days.get(next))) {
        next++;
      }
      if (next - first < MIN_RANGE_LENGTH) {
        next = first + 1;
        spans.add(name(days.get(first)));
      } else {
        spans.add(name(days.get(first)) + "-" + name(days.get(next - 1)));
      }
      first = next;
    }
    String times = range.path("from").asText("") + "-" + range.path("to").asText("");
    return String.join(", ", spans) + " " + times;
  }

  private static boolean isNextDay(String day, String next) {
    int index = DAYS.indexOf(day);
    return index >= 0 && DAYS.indexOf(next) == index + 1;
  }

  private static String name(String day) {
    int index = DAYS.indexOf(day);
    return index < 0
        ? day
        : DayOfWeek.of(index + 1).getDisplayName(TextStyle.SHORT_STANDALONE, Locale.getDefault());
  }

  /** Parses lines; empty when a line lacks days or times. */
  public static Optional<JsonNode> parse(String lines) {
    ArrayNode ranges = JsonNodeFactory.instance.arrayNode();
    for (String line : lines.lines().map(String::strip).filter(it -> !it.isEmpty()).toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        return Optional.empty();
      }
      ObjectNode range = ranges.addObject();
      ArrayNode days = range.putArray("days");
      parseDays(parts.group(1)).forEach(days::add);
      range.put("from", padHour(parts.group(2))).put("to", padHour(parts.group(3)));
    }
    return Optional.of(ranges);
  }

  private static String padHour(String time) {
    return SINGLE_DIGIT_HOUR.matcher(time).matches() ? "0" + time : time;
  }

  private static List<String> parseDays(String text) {
    List<String> days = new ArrayList<>();
    for (String word : text.replaceAll("\\s*[–-]\\s*", "-").split("[,;\\s]+", -1)) {
      int dash = word.indexOf('-');
      int from = dayIndex(dash < 0 ? word : word.substring(0, dash));
      int to = dash < 0 ? from : dayIndex(word.substring(dash + 1));
      if (from < 0 || to < 0) {
        days.add(word);
      } else {
        for (int day = from; ; day = (day + 1) % DAYS.size()) {
          days.add(DAYS.get(day));
          if (day == to) {
            break;
          }
        }
      }
    }
    days.removeIf(String::isEmpty);
    return days;
  }

  /** The index of the day that the word abbreviates, with or without a period; -1 for none. */
  private static int dayIndex(String word) {
    String start = word.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    if (start.length() < 2) {
      return -1;
    }
    for (int day = 0; day < DAY_NAMES.size(); day++) {
      if (DAY_NAMES.get(day).stream().anyMatch(name -> name.startsWith(start))) {
        return day;
      }
    }
    return -1;
  }
}
