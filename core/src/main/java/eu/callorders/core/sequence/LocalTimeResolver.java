package eu.callorders.core.sequence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;

/** What clocks on the wall show, as instants. */
final class LocalTimeResolver {
  private LocalTimeResolver() {}

  /** A time that clocks skip is the first after the gap; one that they show twice is the first. */
  static Instant at(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    return change != null && change.isGap()
        ? change.getInstant()
        : ZonedDateTime.of(local, zone).toInstant();
  }
}
