package eu.callorders.core.window;

import java.time.Instant;
import java.time.ZoneId;

/** Boundaries of local days. */
public final class LocalDays {
  private LocalDays() {}

  /** The start of the local day after that of {@code instant}. */
  public static Instant startOfNextDay(Instant instant, ZoneId zone) {
    return instant.atZone(zone).toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
  }
}
