package eu.callorders.server.window;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.window.ClockInterval;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.server.json.Json;
import java.time.DayOfWeek;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Maps hours from and to {@code local_call_times}: {@code [{days, from, to}]}. */
public final class CallTimesMapper {
  private static final Map<String, DayOfWeek> DAYS =
      Stream.of(DayOfWeek.values())
          .collect(Collectors.toUnmodifiableMap(CallTimesMapper::name, Function.identity()));

  private CallTimesMapper() {}

  /** The entries of valid {@code local_call_times}; none when they are missing. */
  public static List<WeeklyHours.Entry> read(JsonNode callTimes) {
    return Json.items(callTimes)
        .map(
            callTime ->
                new WeeklyHours.Entry(
                    Json.items(callTime.path("days"))
                        .map(day -> DAYS.get(day.asText()))
                        .collect(Collectors.toSet()),
                    ClockInterval.of(callTime.path("from").asText(), callTime.path("to").asText())))
        .toList();
  }

  /** One item for each interval, with its days. */
  public static ArrayNode write(WeeklyHours hours) {
    ArrayNode callTimes = Json.array();
    for (WeeklyHours.Entry entry : hours.entries()) {
      ObjectNode callTime = callTimes.addObject();
      new TreeSet<>(entry.days()).forEach(day -> callTime.withArray("days").add(name(day)));
      callTime.put("from", entry.times().start()).put("to", entry.times().end());
    }
    return callTimes;
  }

  private static String name(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }
}
