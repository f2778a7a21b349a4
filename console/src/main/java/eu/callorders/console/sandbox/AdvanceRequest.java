package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.DurationFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** An accepted target of the test clock, with the body of the request. */
record AdvanceRequest(Instant target, ObjectNode body) {
  private static final Pattern DURATION =
      Pattern.compile(
          "P(?=[0-9T])([0-9]{1,2}Y)?([0-9]{1,3}M)?([0-9]{1,3}W)?([0-9]{1,4}D)?"
              + "(T(?=[0-9])([0-9]{1,5}H)?([0-9]{1,7}M)?([0-9]{1,9}(\\.[0-9]{1,3})?S)?)?");

  /** Advances by a duration such as {@code P1M} or {@code 3 weeks}; empty when invalid. */
  static Optional<AdvanceRequest> by(Instant now, String typed) {
    String iso = typed.toUpperCase(Locale.ROOT);
    return DURATION.matcher(iso).matches()
        ? advance(now, iso)
        : DurationFormat.parse(typed).flatMap(duration -> advance(now, duration));
  }

  private static Optional<AdvanceRequest> advance(Instant now, String duration) {
    try {
      return Optional.of(
          new AdvanceRequest(plus(now, duration), Json.object().put("by", duration)));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Adds days and longer by the calendar, then hours and shorter. */
  private static Instant plus(Instant now, String duration) {
    int hours = duration.indexOf('T');
    String days = hours < 0 ? duration : duration.substring(0, hours);
    OffsetDateTime target = now.atOffset(ZoneOffset.UTC);
    if (days.length() > 1) {
      target = target.plus(Period.parse(days));
    }
    if (hours >= 0) {
      target = target.plus(Duration.parse("P" + duration.substring(hours)));
    }
    return target.toInstant();
  }

  /** Advances to an instant; empty when past. */
  static Optional<AdvanceRequest> to(Instant now, Instant target) {
    return target.isBefore(now)
        ? Optional.empty()
        : Optional.of(new AdvanceRequest(target, Json.object().put("to", target.toString())));
  }
}
