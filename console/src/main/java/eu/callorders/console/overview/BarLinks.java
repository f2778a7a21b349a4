package eu.callorders.console.overview;

import eu.callorders.console.chart.DrillDown.Target;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.ListFilter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Links from bars to the lists of their rows. No list can be filtered by outcome, or by when a row
 * has ended, so a link lists the status, from the day of the bar backwards: all rows of the bar are
 * among them.
 */
final class BarLinks {
  /** Statuses of orders by outcome, where each outcome has only one; all others are completed. */
  private static final Map<String, String> STATUSES =
      Map.of(
          "canceled", "canceled",
          "suppressed", "canceled",
          "expired", "expired",
          "number_unusable", "failed");

  /** Orders with this outcome are completed or failed. */
  private static final String AMBIGUOUS = "technical_failure";

  private final Navigation navigation;
  private final Texts texts;
  private final ZoneId zone;
  private final TimestampFormatter timestamps = new TimestampFormatter();

  /**
   * @param zone of the days of lists
   */
  BarLinks(Navigation navigation, Texts texts, ZoneId zone) {
    this.navigation = navigation;
    this.texts = texts;
    this.zone = zone;
  }

  /**
   * The ended orders with an outcome.
   *
   * @param end of the step of the bar
   */
  Target orders(String summaryCode, Instant end, boolean allTenants) {
    boolean isClear =
        !summaryCode.equals(AMBIGUOUS) && texts.bundle().containsKey("summary_code." + summaryCode);
    String status = isClear ? STATUSES.getOrDefault(summaryCode, "completed") : "";
    return target("orders", status, "status", end, allTenants);
  }

  /** The ended deliveries with a status. */
  Target deliveries(String status, Instant end, boolean allTenants) {
    return target("deliveries", status, "delivery", end, allTenants);
  }

  private Target target(
      String feature, String status, String registry, Instant end, boolean allTenants) {
    if (allTenants) {
      return new Target(texts.get("bar.all_tenants"), Optional.empty());
    }
    String lastDay = LocalDate.ofInstant(end.minusMillis(1), zone).toString();
    Map<String, String> filter = new LinkedHashMap<>();
    filter.put(ListFilter.LAST_DAY, lastDay);
    if (!status.isEmpty()) {
      filter.put("status", status);
    }
    Link link = new Link(feature, "", filter);
    Optional<String> missing = navigation.missing(link);
    if (missing.isPresent()) {
      return new Target(missing.get(), Optional.empty());
    }
    String day = timestamps.day(lastDay);
    String hint =
        status.isEmpty()
            ? texts.get("bar." + feature + ".any", day)
            : texts.get("bar." + feature, texts.value(registry, status), day);
    return new Target(hint, Optional.of(() -> navigation.go(link)));
  }
}
