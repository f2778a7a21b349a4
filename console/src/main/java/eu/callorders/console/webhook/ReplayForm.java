package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.webhook.ReplayFieldError.Field;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javafx.beans.Observable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The input for a replay: which events to send again. */
final class ReplayForm {
  private static final Pattern TIME =
      Pattern.compile("([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?");
  private static final int ONE_DIGIT_HOUR = 1;

  private final BooleanProperty byTime = new SimpleBooleanProperty(true);
  private final ObjectProperty<@Nullable LocalDate> sinceDay;
  private final StringProperty sinceTime = new SimpleStringProperty("00:00");
  private final StringProperty after = new SimpleStringProperty("");
  private final ObjectProperty<@Nullable LocalDate> untilDay = new SimpleObjectProperty<>();
  private final StringProperty untilTime = new SimpleStringProperty("");
  private final StringProperty eventTypes = new SimpleStringProperty("");
  private final BooleanProperty onlyFailed = new SimpleBooleanProperty(true);
  private final ZoneId zone;

  /**
   * @param zone time zone of the input
   * @param since default start
   */
  ReplayForm(ZoneId zone, LocalDate since) {
    this.zone = zone;
    this.sinceDay = new SimpleObjectProperty<>(since);
  }

  /** Missing, invalid and contradictory fields. */
  List<ReplayFieldError> errors() {
    List<ReplayFieldError> errors = new ArrayList<>();
    if (!byTime.get() && after.get().isBlank()) {
      errors.add(ReplayFieldError.ofKey(Field.AFTER, "after"));
    } else if (byTime.get() && sinceDay.get() == null) {
      errors.add(ReplayFieldError.ofKey(Field.SINCE, "since"));
    } else if (byTime.get() && !isTime(sinceTime.get())) {
      errors.add(ReplayFieldError.ofKey(Field.SINCE, "time"));
    }
    String end = endError();
    if (!end.isEmpty()) {
      errors.add(ReplayFieldError.ofKey(Field.UNTIL, end));
    } else if (errors.isEmpty() && endsTooEarly()) {
      errors.add(ReplayFieldError.ofKey(Field.UNTIL, "order"));
    }
    return List.copyOf(errors);
  }

  private String endError() {
    boolean hasTime = !untilTime.get().isBlank();
    if (hasTime && !isTime(untilTime.get())) {
      return "time";
    }
    return hasTime && untilDay.get() == null ? "until" : "";
  }

  private boolean endsTooEarly() {
    Optional<Instant> since = instant(sinceDay.get(), sinceTime.get());
    Optional<Instant> until = instant(untilDay.get(), untilTime.get());
    return byTime.get()
        && since.isPresent()
        && until.isPresent()
        && !until.get().isAfter(since.get());
  }

  /** The field with the start of the range. */
  Field startField() {
    return byTime.get() ? Field.SINCE : Field.AFTER;
  }

  private static boolean isTime(String text) {
    return TIME.matcher(text.strip()).matches();
  }

  /** The request body of a valid form. */
  ObjectNode body(boolean dryRun) {
    ObjectNode body = Json.object();
    if (byTime.get()) {
      instant(sinceDay.get(), sinceTime.get())
          .ifPresent(since -> body.put("since", since.toString()));
    } else {
      body.put("after", after.get().strip());
    }
    instant(untilDay.get(), untilTime.get())
        .ifPresent(until -> body.put("until", until.toString()));
    List<String> types = EndpointField.split(eventTypes.get());
    if (!types.isEmpty()) {
      ArrayNode names = body.putArray("event_types");
      types.forEach(names::add);
    }
    return body.put("only_failed", onlyFailed.get()).put("dry_run", dryRun);
  }

  /** Start of the day without a time. */
  private Optional<Instant> instant(@Nullable LocalDate day, String time) {
    if (day == null) {
      return Optional.empty();
    }
    try {
      String text = time.strip();
      boolean isShort = text.indexOf(':') == ONE_DIGIT_HOUR;
      LocalTime at = text.isEmpty() ? LocalTime.MIN : LocalTime.parse(isShort ? "0" + text : text);
      return Optional.of(day.atTime(at).atZone(zone).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty(); // reported as an invalid field
    }
  }

  /** All properties, for listeners. */
  Observable[] properties() {
    return new Observable[] {
      byTime, sinceDay, sinceTime, after, untilDay, untilTime, eventTypes, onlyFailed
    };
  }

  BooleanProperty byTime() {
    return byTime;
  }

  ObjectProperty<@Nullable LocalDate> sinceDay() {
    return sinceDay;
  }

  StringProperty sinceTime() {
    return sinceTime;
  }

  StringProperty after() {
    return after;
  }

  ObjectProperty<@Nullable LocalDate> untilDay() {
    return untilDay;
  }

  StringProperty untilTime() {
    return untilTime;
  }

  StringProperty eventTypes() {
    return eventTypes;
  }

  BooleanProperty onlyFailed() {
    return onlyFailed;
  }
}
