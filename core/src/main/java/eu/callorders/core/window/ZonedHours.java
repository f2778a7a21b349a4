package eu.callorders.core.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hours of local days in one time zone. An instant is permitted if its local date and time are: an
 * hour that the zone skips is never permitted, one that it repeats is permitted twice.
 *
 * <p>Searches proceed between changes of the zone's offset, where arithmetic on local time is
 * exact.
 */
public record ZonedHours(WindowRule rule, ZoneId zone, DayHours hours) {
  private static final int DAY = ClockInterval.DAY;
  private static final long NONE = Long.MIN_VALUE;

  public ZonedHours(ZoneId zone, DayHours hours) {
    this(WindowRule.COUNTRY_HOURS, zone, hours);
  }

  /** The verdict on an instant, with a search for the opening up to the limit. */
  WindowVerdict verdict(Instant at, Instant limit) {
    ZonedDateTime local = at.atZone(zone);
    LocalDate date = local.toLocalDate();
    return new WindowVerdict(
        at,
        isOpen(at) ? at : nextOpening(at, limit).orElse(null),
        rule,
        hours.source(date),
        zone,
        parameters(date),
        "%s on %s; it is %s in %s."
            .formatted(
                hours.describe(date),
                HoursFormatter.day(date),
                local.toLocalTime().truncatedTo(ChronoUnit.MINUTES),
                zone));
  }

  private Map<String, Object> parameters(LocalDate date) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("zone", zone.getId());
    parameters.put("date", date);
    parameters.put("hours", hours.on(date).stream().map(HoursFormatter::interval).toList());
    hours.holiday(date).ifPresent(name -> parameters.put("holiday", name));
    return parameters;
  }

  boolean isOpen(Instant instant) {
    return intervalAround(localSecond(instant)).isPresent();
  }

  /** The first open instant not before {@code from}; empty when none is before the limit. */
  Optional<Instant> nextOpening(Instant from, Instant limit) {
    Instant at = from;
    while (at.isBefore(limit)) {
      Instant offsetUntil = earlier(nextChange(at), limit);
      int offset = offset(at);
      long local = at.getEpochSecond() + offset;
      long opening = localOpening(local, secondsUntil(offsetUntil) + offset);
      if (opening == local) {
        return Optional.of(at);
      }
      if (opening != NONE) {
        return Optional.of(Instant.ofEpochSecond(opening - offset));
      }
      at = offsetUntil;
    }
    return Optional.empty();
  }

  /** When the open interval around an open instant ends, at most the limit. */
  Instant closingAfter(Instant open, Instant limit) {
    Instant at = open;
    while (at.isBefore(limit) && isOpen(at)) {
      Instant offsetUntil = earlier(nextChange(at), limit);
      int offset = offset(at);
      long day = Math.floorDiv(at.getEpochSecond() + offset, DAY);
      long close = day * DAY + intervalAround(at.getEpochSecond() + offset).orElseThrow().to();
      Instant closing = Instant.ofEpochSecond(close - offset);
      at = earlier(closing, offsetUntil);
    }
    return at;
  }

  /** When the open interval around an open instant began, at least the limit. */
  Instant openedBefore(Instant open, Instant limit) {
    Instant from = open;
    // Hours are whole minutes: open a second before means open ever since.
    for (Instant at = open; at.isAfter(limit) && isOpen(at); at = from.minusSeconds(1)) {
      Instant offsetSince = later(lastChange(at), limit);
      int offset = offset(at);
      long day = Math.floorDiv(at.getEpochSecond() + offset, DAY);
      long begin = day * DAY + intervalAround(at.getEpochSecond() + offset).orElseThrow().from();
      from = later(Instant.ofEpochSecond(begin - offset), offsetSince);
    }
    return from;
  }

  /** The first open second of an interval of local time, or {@link #NONE}. */
  private long localOpening(long from, long to) {
    for (long day = Math.floorDiv(from, DAY); day * DAY < to; day++) {
      for (ClockInterval interval : on(day)) {
        long start = Math.max(from, day * DAY + interval.from());
        if (start < Math.min(to, day * DAY + interval.to())) {
          return start;
        }
      }
    }
    return NONE;
  }

  private Optional<ClockInterval> intervalAround(long localSecond) {
    int second = (int) Math.floorMod(localSecond, (long) DAY);
    for (ClockInterval interval : on(Math.floorDiv(localSecond, DAY))) {
      if (interval.from() <= second && second < interval.to()) {
        return Optional.of(interval);
      }
    }
    return Optional.empty();
  }

  private List<ClockInterval> on(long epochDay) {
    return hours.on(LocalDate.ofEpochDay(epochDay));
  }

  /** Rounds up to the second. */
  private static long secondsUntil(Instant instant) {
    return instant.getNano() == 0 ? instant.getEpochSecond() : instant.getEpochSecond() + 1;
  }

  private long localSecond(Instant instant) {
    return instant.getEpochSecond() + offset(instant);
  }

  private int offset(Instant instant) {
    return zone.getRules().getOffset(instant).getTotalSeconds();
  }

  private Instant nextChange(Instant instant) {
    ZoneOffsetTransition change = zone.getRules().nextTransition(instant);
    return change == null ? Instant.MAX : change.getInstant();
  }

  private Instant lastChange(Instant instant) {
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition change = rules.previousTransition(instant.plusNanos(1));
    return change == null ? Instant.MIN : change.getInstant();
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
