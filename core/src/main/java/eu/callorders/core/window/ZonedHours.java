package eu.callorders.core.window;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;

/**
 * Hours of local days in one time zone. An instant is permitted when the clock on the wall and the
 * calendar beside it, both read in that zone at that instant, are: an hour that the zone skips is
 * never permitted, one that it repeats is permitted twice.
 *
 * <p>All searches go from one change of the zone's offset to the next: in between, the local clock
 * runs like any other, and plain arithmetic is exact.
 */
public record ZonedHours(WindowRule rule, ZoneId zone, DayHours hours) {
  private static final int DAY = ClockInterval.DAY;
  private static final long NONE = Long.MIN_VALUE;

  public ZonedHours(ZoneId zone, DayHours hours) {
    this(WindowRule.COUNTRY_HOURS, zone, hours);
  }

  /** What these hours say of an instant, looking ahead to the limit. */
  WindowVerdict verdict(Instant at, Instant limit) {
    ZonedDateTime local = at.atZone(zone);
    LocalDate date = local.toLocalDate();
    return new WindowVerdict(
        at,
        open(at) ? at : opening(at, limit).orElse(null),
        rule,
        hours.source(date),
        zone,
        "%s on %s; it is %s in %s."
            .formatted(
                hours.words(date),
                HoursFormatter.day(date),
                local.toLocalTime().truncatedTo(ChronoUnit.MINUTES),
                zone));
  }

  boolean open(Instant instant) {
    return stretchAround(localSecond(instant)).isPresent();
  }

  /**
   * The first open instant that is not before {@code from}; empty when none is before the limit.
   */
  Optional<Instant> opening(Instant from, Instant limit) {
    Instant at = from;
    while (at.isBefore(limit)) {
      Instant steadyUntil = earlier(nextChange(at), limit);
      int offset = offset(at);
      long local = at.getEpochSecond() + offset;
      long opening = localOpening(local, secondsUntil(steadyUntil) + offset);
      if (opening == local) {
        return Optional.of(at);
      }
      if (opening != NONE) {
        return Optional.of(Instant.ofEpochSecond(opening - offset));
      }
      at = steadyUntil;
    }
    return Optional.empty();
  }

  /** When the open stretch around an open instant closes; the limit when it does not before. */
  Instant closing(Instant open, Instant limit) {
    Instant at = open;
    while (at.isBefore(limit) && open(at)) {
      Instant steadyUntil = earlier(nextChange(at), limit);
      int offset = offset(at);
      long day = Math.floorDiv(at.getEpochSecond() + offset, DAY);
      long close = day * DAY + stretchAround(at.getEpochSecond() + offset).orElseThrow().to();
      Instant closing = Instant.ofEpochSecond(close - offset);
      at = earlier(closing, steadyUntil);
    }
    return at;
  }

  /** When the open stretch around an open instant began; the limit when it did not after it. */
  Instant opened(Instant open, Instant limit) {
    Instant from = open;
    // Hours are whole minutes: whatever is open a second before is open from then on.
    for (Instant at = open; at.isAfter(limit) && open(at); at = from.minusSeconds(1)) {
      Instant steadySince = later(lastChange(at), limit);
      int offset = offset(at);
      long day = Math.floorDiv(at.getEpochSecond() + offset, DAY);
      long begin = day * DAY + stretchAround(at.getEpochSecond() + offset).orElseThrow().from();
      from = later(Instant.ofEpochSecond(begin - offset), steadySince);
    }
    return from;
  }

  /** The first open second of the local clock in a stretch of it, or {@link #NONE}. */
  private long localOpening(long from, long to) {
    for (long day = Math.floorDiv(from, DAY); day * DAY < to; day++) {
      for (ClockInterval stretch : on(day)) {
        long start = Math.max(from, day * DAY + stretch.from());
        if (start < Math.min(to, day * DAY + stretch.to())) {
          return start;
        }
      }
    }
    return NONE;
  }

  private Optional<ClockInterval> stretchAround(long localSecond) {
    int second = (int) Math.floorMod(localSecond, (long) DAY);
    for (ClockInterval stretch : on(Math.floorDiv(localSecond, DAY))) {
      if (stretch.from() <= second && second < stretch.to()) {
        return Optional.of(stretch);
      }
    }
    return Optional.empty();
  }

  private List<ClockInterval> on(long epochDay) {
    return hours.on(LocalDate.ofEpochDay(epochDay));
  }

  /** The second at which an instant is reached or passed: whatever is before it, is before both. */
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
