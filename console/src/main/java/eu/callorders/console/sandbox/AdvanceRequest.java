package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A way of the clock that the service would take.
 *
 * @param target where it ends
 * @param body of the request
 */
record AdvanceRequest(Instant target, ObjectNode body) {
  private static final Pattern DURATION =
      Pattern.compile(
          "P(?=[0-9T])([0-9]{1,2}Y)?([0-9]{1,3}M)?([0-9]{1,3}W)?([0-9]{1,4}D)?"
              + "(T(?=[0-9])([0-9]{1,5}H)?([0-9]{1,7}M)?([0-9]{1,9}(\\.[0-9]{1,3})?S)?)?");

  /** By a duration such as {@code P21D}; empty when it is none. */
  static Optional<AdvanceRequest> by(Instant now, String duration) {
    if (!DURATION.matcher(duration).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new AdvanceRequest(later(now, duration), Json.object().put("by", duration)));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Days and longer first, by the calendar, then hours and shorter. */
  private static Instant later(Instant now, String duration) {
    int hours = duration.indexOf('T');
    String days = hours < 0 ? duration : duration.substring(0, hours);
    OffsetDateTime there = now.atOffset(ZoneOffset.UTC);
    if (days.length() > 1) {
      there = there.plus(Period.parse(days));
    }
    if (hours >= 0) {
      there = there.plus(Duration.parse("P" + duration.substring(hours)));
    }
    return there.toInstant();
  }

  /** To an hour and minute such as {@code 9:30}; empty when it is none, or past. */
  static Optional<AdvanceRequest> to(Instant now, LocalDate day, String time, ZoneId zone) {
    try {
      String padded = time.strip().indexOf(':') == 1 ? "0" + time.strip() : time.strip();
      Instant there = day.atTime(LocalTime.parse(padded)).atZone(zone).toInstant();
      return there.isBefore(now)
          ? Optional.empty()
          : Optional.of(new AdvanceRequest(there, Json.object().put("to", there.toString())));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
