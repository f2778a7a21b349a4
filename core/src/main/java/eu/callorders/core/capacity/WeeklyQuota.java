package eu.callorders.core.capacity;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit on events per person and claim within seven local days, today included.
 *
 * @param limit null: none
 * @param days local days of the events, oldest first, none before {@link #windowStart} today
 * @param zone whose calendar counts
 * @param source id of the country rule; empty without a limit
 */
public record WeeklyQuota(
    @Nullable Integer limit, List<LocalDate> days, ZoneId zone, String source) {
  private static final int DAYS = 7;

  public static final WeeklyQuota NONE = new WeeklyQuota(null, List.of(), ZoneId.of("UTC"), "");

  public WeeklyQuota {
    days = List.copyOf(days);
  }

  /** The first of the seven days that end with {@code today}. */
  public static LocalDate windowStart(LocalDate today) {
    return today.minusDays(DAYS - 1);
  }

  boolean isExhausted() {
    return limit != null && days.size() >= limit;
  }

  /** When enough events leave the seven days to fall below the limit; only if used up. */
  Instant freeAt() {
    LocalDate blocking = days.get(days.size() - (limit == null ? 0 : limit));
    return blocking.plusDays(DAYS).atStartOfDay(zone).toInstant();
  }
}
