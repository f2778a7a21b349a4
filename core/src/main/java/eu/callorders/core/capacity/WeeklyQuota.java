package eu.callorders.core.capacity;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bound on what may happen to one person about one claim within seven local days, today included.
 *
 * @param limit null: none
 * @param days on which it has happened, oldest first, none before {@link #since} today
 * @param zone whose calendar counts
 * @param source the row that says so; empty without a limit
 */
public record WeeklyQuota(
    @Nullable Integer limit, List<LocalDate> days, ZoneId zone, String source) {
  private static final int DAYS = 7;

  /** Without a bound. */
  public static final WeeklyQuota NONE = new WeeklyQuota(null, List.of(), ZoneId.of("UTC"), "");

  public WeeklyQuota {
    days = List.copyOf(days);
  }

  /** The first of the seven days that end with {@code today}. */
  public static LocalDate since(LocalDate today) {
    return today.minusDays(DAYS - 1);
  }

  boolean usedUp() {
    return limit != null && days.size() >= limit;
  }

  /**
   * The first instant at which fewer than the limit lie in the seven days; of one that is used up.
   */
  Instant free() {
    LocalDate inTheWay = days.get(days.size() - (limit == null ? 0 : limit));
    return inTheWay.plusDays(DAYS).atStartOfDay(zone).toInstant();
  }
}
