package eu.callorders.core.capacity;

import eu.callorders.core.window.CountryRule;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How often countries let one person be called about one claim within seven local days. */
public record WeeklyLimits(List<CountryRule> rules) {
  public WeeklyLimits {
    rules =
        rules.stream()
            .filter(
                rule -> rule.maxDialsPer7Days() != null || rule.maxConversationsPer7Days() != null)
            .toList();
  }

  /** Whether there is any limit at all. */
  public boolean any() {
    return !rules.isEmpty();
  }

  /** What is left of the dials, by the strictest row. */
  public WeeklyQuota dials(Collection<LocalDate> days, ZoneId zone) {
    return strictest(CountryRule::maxDialsPer7Days, days, zone);
  }

  /** What is left of the conversations, by the strictest row. */
  public WeeklyQuota conversations(Collection<LocalDate> days, ZoneId zone) {
    return strictest(CountryRule::maxConversationsPer7Days, days, zone);
  }

  private WeeklyQuota strictest(
      Function<CountryRule, @Nullable Integer> limit, Collection<LocalDate> days, ZoneId zone) {
    WeeklyQuota strictest = WeeklyQuota.NONE;
    for (CountryRule rule : rules) {
      Integer most = limit.apply(rule);
      if (most != null && (strictest.limit() == null || most < strictest.limit())) {
        strictest = new WeeklyQuota(most, days.stream().sorted().toList(), zone, rule.id());
      }
    }
    return strictest;
  }
}
