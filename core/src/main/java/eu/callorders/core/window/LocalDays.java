package eu.callorders.core.window;

import java.time.Instant;
import java.time.ZoneId;

/** Where local days begin and end. */
public final class LocalDays {
  private LocalDays() {}

  /** The first instant of the local day after the one that {@code instant} falls into. */
  public static Instant nextDay(Instant instant, ZoneId zone) {
    return instant.atZone(zone).toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
  }
}
