package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.DurationFormatter;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.text.NumberFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes the verdict of a rule by the text {@code why.<rule>.<case>} or {@code why.<rule>},
 * which names parameters as {@code {limit}}. The service's message stands for a rule, a case or a
 * parameter that the console does not know.
 */
final class RuleFormatter {
  private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");
  private static final Map<String, String> REGISTRIES =
      Map.of("status", "status", "summary_code", "summary_code", "termination_reason", "reason");

  private final Texts texts;
  private final TimestampFormatter timestamps;
  private final DurationFormatter durations;
  private final DateTimeFormatter weekdays =
      DateTimeFormatter.ofPattern("EEEE", Locale.getDefault());
  private final DateTimeFormatter clock =
      DateTimeFormatter.ofPattern("EEEE, HH:mm", Locale.getDefault());

  RuleFormatter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
    this.durations = new DurationFormatter(texts);
  }

  /**
   * @param now when the rules were evaluated
   */
  String format(JsonNode rule, String now) {
    return describe(rule, now).orElseGet(() -> localize(JsonValues.text(rule, "message")));
  }

  /** Replaces ISO instants by times of this machine. */
  private String localize(String message) {
    return INSTANT
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(timestamps.text(found.group())));
  }

  private Optional<String> describe(JsonNode rule, String now) {
    String name = JsonValues.text(rule, "rule");
    String verdict = JsonValues.text(rule, "verdict");
    JsonNode parameters = rule.path("parameters");
    Optional<String> text = text(name, caseOf(name, verdict, parameters), parameters);
    boolean waits = verdict.equals("wait");
    return switch (name) {
      case "gateway" -> waits ? join(text, text(name, "wait", parameters)) : text;
      case "hold" -> waits ? holds(parameters.path("holds")).or(() -> text) : text;
      case "window" -> join(text, barriers(parameters.path("barriers"), now));
      default -> text;
    };
  }

  /** Why and how long each hold stands; empty without any. */
  private Optional<String> holds(JsonNode holds) {
    List<String> sentences =
        Json.list(
            holds,
            hold -> {
              String reason = texts.value("hold_reason", JsonValues.text(hold, "reason"));
              String until = timestamps.text(JsonValues.text(hold, "until"));
              return texts
                  .fill(
                      until.isEmpty() ? "why.hold.released" : "why.hold.until",
                      name -> Optional.of(name.equals("reason") ? reason : until))
                  .orElse(reason);
            });
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }

  private static Optional<String> join(Optional<String> text, Optional<String> further) {
    return text.flatMap(first -> further.map(second -> (first + " " + second).strip()));
  }

  private static String caseOf(String rule, String verdict, JsonNode parameters) {
    return switch (rule) {
      case "order_status" -> verdict.equals("wait") ? stage(parameters) : verdict;
      case "halt" -> verdict.equals("wait") ? JsonValues.text(parameters, "kind") : verdict;
      case "minimum_gap" ->
          verdict.equals("wait") && parameters.path("declined").asBoolean() ? "declined" : verdict;
      case "number_quota", "dials_per_7_days", "conversations_per_7_days" ->
          parameters.has("limit") ? "limited" : verdict;
      case "gateway" -> JsonValues.text(parameters, "status");
      case "predial_check" ->
          parameters.has("state") ? JsonValues.text(parameters, "state") : verdict;
      default -> verdict;
    };
  }

  /** The reason of a plan, otherwise the status of the order. */
  private static String stage(JsonNode parameters) {
    return JsonValues.text(parameters, parameters.has("reason") ? "reason" : "status");
  }

  /** Empty when the console has no such text, or a parameter of it is missing. */
  private Optional<String> text(String rule, String variant, JsonNode parameters) {
    String own = "why." + rule + "." + variant;
    String key = texts.bundle().containsKey(own) ? own : "why." + rule;
    return texts.fill(
        key,
        name ->
            parameters.hasNonNull(name)
                ? Optional.of(value(name, parameters.get(name)))
                : Optional.empty());
  }

  private String value(String name, JsonNode value) {
    String text = value.asText();
    if (value.isIntegralNumber()) {
      return NumberFormat.getIntegerInstance().format(value.asLong());
    }
    if (value.isArray()) {
      return String.join(", ", Json.list(value, hours -> hours.asText().replace('-', '–')));
    }
    if (name.equals("halted_at")) {
      return timestamps.realTime(text);
    }
    if (name.endsWith("_at")) {
      return timestamps.text(text);
    }
    return switch (name) {
      case "gap" -> durations.text(text);
      case "date" -> day(text);
      default -> REGISTRIES.containsKey(name) ? texts.value(REGISTRIES.get(name), text) : text;
    };
  }

  private String day(String date) {
    try {
      return weekdays.format(LocalDate.parse(date)) + ", " + timestamps.day(date);
    } catch (DateTimeException e) {
      return date;
    }
  }

  /** The person's local time, and what keeps the window closed; empty for an unknown barrier. */
  private Optional<String> barriers(JsonNode barriers, String now) {
    Set<String> localTimes = new LinkedHashSet<>();
    List<String> sentences = new ArrayList<>();
    for (JsonNode barrier : barriers) {
      boolean closed = barrier.path("hours").isArray() && barrier.path("hours").isEmpty();
      String rule = JsonValues.text(barrier, "rule");
      Optional<String> sentence = text(rule, closed ? "closed" : "open", barrier);
      if (sentence.isEmpty()) {
        return Optional.empty();
      }
      sentences.add(sentence.get());
      localTime(JsonValues.text(barrier, "zone"), now).ifPresent(localTimes::add);
    }
    return Optional.of(
        Stream.of(localTimes, sentences)
            .flatMap(Collection::stream)
            .collect(Collectors.joining(" ")));
  }

  private Optional<String> localTime(String zone, String now) {
    try {
      String place = zone.substring(zone.lastIndexOf('/') + 1).replace('_', ' ');
      String time = clock.format(Instant.parse(now).atZone(ZoneId.of(zone)));
      return Optional.of(texts.get("why.local_time", place, time));
    } catch (DateTimeException e) {
      return Optional.empty(); // an order's bound has no zone
    }
  }
}
