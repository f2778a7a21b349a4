package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * When an enrollment would wait and call.
 *
 * @param zone of the person
 * @param steps in their order; the latest run begins all that can be begun
 * @param closed days without calls, with the names of holidays
 */
record SequenceCalendar(
    ZoneId zone, Instant from, Instant endedAt, List<Step> steps, Map<LocalDate, String> closed) {

  /**
   * A step in both runs.
   *
   * @param earliestEnd when it ends at the earliest
   * @param latestEnd when it ends at the latest
   * @param earliestDials with the shortest waits, at most one
   * @param latestDials with the longest waits, all attempts
   * @param typeActive whether an order of its type would be accepted; true for waits
   */
  record Step(
      String id,
      String type,
      Optional<Instant> earliestEnd,
      Instant latestEnd,
      List<Instant> earliestDials,
      List<Instant> latestDials,
      boolean typeActive) {
    boolean isCall() {
      return type.equals(StepForm.CALL);
    }

    /** All dials of both runs. */
    Stream<Instant> dials() {
      return Stream.concat(earliestDials.stream(), latestDials.stream());
    }
  }

  /**
   * A step on a day.
   *
   * @param number of the step, from 1
   * @param isDialed whether one of the runs dials on that day; otherwise it lies between them
   */
  record Mark(int number, boolean isDialed) {}

  static SequenceCalendar of(JsonNode preview) {
    JsonNode earliest = preview.at("/earliest/steps");
    JsonNode latest = preview.at("/latest/steps");
    List<Step> steps = new ArrayList<>();
    for (int index = 0; index < latest.size(); index++) {
      steps.add(step(earliest.path(index), latest.path(index)));
    }
    Map<LocalDate, String> closed = new TreeMap<>();
    for (JsonNode day : preview.path("closed_days")) {
      closed.put(LocalDate.parse(day.path("date").asText()), day.path("holiday").asText(""));
    }
    return new SequenceCalendar(
        zone(preview.path("timezone").asText()),
        instant(preview, "from"),
        instant(preview.path("latest"), "ended_at"),
        steps,
        closed);
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC; // of a newer time zone database
    }
  }

  private static Instant instant(JsonNode json, String member) {
    return Json.instant(json, member).orElse(Instant.EPOCH);
  }

  private static Step step(JsonNode earliest, JsonNode latest) {
    return new Step(
        latest.path("id").asText(),
        latest.path("type").asText(),
        Json.instant(earliest, "ended_at"),
        instant(latest, "ended_at"),
        dials(earliest),
        dials(latest),
        latest.path("order_type_active").asBoolean(true));
  }

  private static List<Instant> dials(JsonNode step) {
    return Json.list(step.path("dials"), dial -> instant(dial, "at"));
  }

  LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, zone);
  }

  /** Whether the enrollment may last on that day: closed days are known of these days only. */
  boolean contains(LocalDate day) {
    return !day.isBefore(day(from)) && !day.isAfter(day(endedAt));
  }

  /** The months of the enrollment, at most that many. */
  List<YearMonth> months(int limit) {
    YearMonth last = YearMonth.from(day(endedAt));
    return Stream.iterate(YearMonth.from(day(from)), month -> month.plusMonths(1))
        .limit(limit)
        .filter(month -> !month.isAfter(last))
        .toList();
  }

  /** The steps whose calls may fall on a day. */
  List<Mark> marks(LocalDate day) {
    List<Mark> marks = new ArrayList<>();
    for (int index = 0; index < steps.size(); index++) {
      List<LocalDate> days = steps.get(index).dials().map(this::day).sorted().toList();
      boolean isBetween =
          !days.isEmpty() && !day.isBefore(days.getFirst()) && !day.isAfter(days.getLast());
      boolean isDialed = days.contains(day);
      if (isDialed || (isBetween && !closed.containsKey(day))) {
        marks.add(new Mark(index + 1, isDialed));
      }
    }
    return marks;
  }
}
