package eu.callorders.core.sequence;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;

/** Converts local times to instants. */
final class LocalTimeResolver {
  private LocalTimeResolver() {}

  /** A skipped time becomes the end of its gap; of an ambiguous time the first counts. */
  static Instant resolve(LocalDateTime local, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(local);
    return change != null && change.isGap()
        ? change.getInstant()
        : ZonedDateTime.of(local, zone).toInstant();
  }
}
