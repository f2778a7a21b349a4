package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Call hours as text, one range per line: {@code mon-fri 09:00-18:00}, {@code sat sun 10:00-12:00}.
 */
final class CallHours {
  private static final List<String> WEEK = List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
  private static final Pattern LINE =
      Pattern.compile("(.+?)\\s+([0-9]{1,2}:[0-9]{2})\\s*[-–]\\s*([0-9]{1,2}:[0-9]{2})");
  private static final Pattern DAYS = Pattern.compile("([a-z]{3})(?:[-–]([a-z]{3}))?");
  private static final Pattern BLANKS = Pattern.compile("[\\s,]+");
  private static final int MIN_RUN = 3;

  private CallHours() {}

  static String text(JsonNode ranges) {
    List<String> lines = new ArrayList<>();
    for (JsonNode range : ranges) {
      List<String> days = Json.list(range.path("days"), JsonNode::asText);
      lines.add(days(days) + " " + range.path("from").asText() + "-" + range.path("to").asText());
    }
    return String.join("\n", lines);
  }

  /** Three or more consecutive days are written as a range. */
  private static String days(List<String> days) {
    List<String> known = WEEK.stream().filter(days::contains).toList();
    int first = known.isEmpty() ? 0 : WEEK.indexOf(known.getFirst());
    boolean run =
        known.size() >= MIN_RUN
            && known.size() == days.size()
            && known.equals(WEEK.subList(first, Math.min(WEEK.size(), first + known.size())));
    return run ? known.getFirst() + "-" + known.getLast() : String.join(" ", days);
  }

  /** Parses the text; empty if a line is invalid. */
  static Optional<JsonNode> parse(String text) {
    ArrayNode ranges = JsonNodeFactory.instance.arrayNode();
    for (String line : text.lines().map(String::strip).filter(it -> !it.isEmpty()).toList()) {
      Optional<ObjectNode> range = range(line.toLowerCase(Locale.ROOT));
      if (range.isEmpty()) {
        return Optional.empty();
      }
      ranges.add(range.get());
    }
    return Optional.of(ranges);
  }

  private static Optional<ObjectNode> range(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      return Optional.empty();
    }
    ObjectNode range = JsonNodeFactory.instance.objectNode();
    ArrayNode days = range.putArray("days");
    for (String part : BLANKS.splitAsStream(parts.group(1).strip()).toList()) {
      Matcher run = DAYS.matcher(part);
      int first = run.matches() ? WEEK.indexOf(run.group(1)) : -1;
      int last = first >= 0 && run.group(2) != null ? WEEK.indexOf(run.group(2)) : first;
      if (first < 0 || last < first) {
        return Optional.empty();
      }
      WEEK.subList(first, last + 1).forEach(days::add);
    }
    return Optional.of(
        range.put("from", padHour(parts.group(2))).put("to", padHour(parts.group(3))));
  }

  private static String padHour(String time) {
    return time.indexOf(':') == 1 ? "0" + time : time;
  }
}
