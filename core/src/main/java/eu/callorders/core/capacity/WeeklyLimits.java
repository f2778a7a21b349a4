package eu.callorders.core.capacity;

import eu.callorders.core.window.CountryRule;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Limits of countries on calls to one person about one claim within seven local days. */
public record WeeklyLimits(List<CountryRule> rules) {
  public WeeklyLimits {
    rules =
        rules.stream()
            .filter(
                rule -> rule.maxDialsPer7Days() != null || rule.maxConversationsPer7Days() != null)
            .toList();
  }

  public boolean hasLimit() {
    return !rules.isEmpty();
  }

  /** The quota of dials by the strictest country rule. */
  public WeeklyQuota dials(Collection<LocalDate> days, ZoneId zone) {
    return strictest(CountryRule::maxDialsPer7Days, days, zone);
  }

  /** The quota of conversations by the strictest country rule. */
  public WeeklyQuota conversations(Collection<LocalDate> days, ZoneId zone) {
    return strictest(CountryRule::maxConversationsPer7Days, days, zone);
  }

  private WeeklyQuota strictest(
      Function<CountryRule, @Nullable Integer> limit, Collection<LocalDate> days, ZoneId zone) {
    WeeklyQuota strictest = WeeklyQuota.NONE;
    for (CountryRule rule : rules) {
      Integer max = limit.apply(rule);
      if (max != null && (strictest.limit() == null || max < strictest.limit())) {
        strictest = new WeeklyQuota(max, days.stream().sorted().toList(), zone, rule.id());
      }
    }
    return strictest;
  }
}
