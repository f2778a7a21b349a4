package eu.callorders.server.country;

import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.StatutoryWindows;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules of all countries at one revision; immutable.
 *
 * @param revision the highest that was read; negative before the first read
 * @param rows those of operators, oldest first
 * @param windows derived from the release's rules and the rows
 */
public record CountryRuleSnapshot(
    long revision, List<StoredCountryRule> rows, StatutoryWindows windows) {
  private static final CountryTable RELEASE = CountryTable.builtIn();
  static final long UNREAD = -1;

  static CountryRuleSnapshot unread(StatutoryWindows windows) {
    return new CountryRuleSnapshot(UNREAD, List.of(), windows);
  }

  /** With the rows of higher revisions, which are in that order. */
  CountryRuleSnapshot with(List<StoredCountryRule> newer) {
    if (newer.isEmpty() && revision != UNREAD) {
      return this;
    }
    List<StoredCountryRule> all = Stream.concat(rows.stream(), newer.stream()).toList();
    CountryTable table = RELEASE.overriddenBy(all.stream().map(StoredCountryRule::rule).toList());
    return new CountryRuleSnapshot(
        newer.isEmpty() ? 0 : newer.getLast().revision(),
        all,
        new StatutoryWindows(table, windows.holidays()));
  }

  /** The newest rule of the country itself; it may not have begun. */
  public Optional<CountryRule> newest(String country) {
    return windows.countries().newest(country);
  }

  /** The row of the newest rule; empty when the release has it, or none exists. */
  public Optional<StoredCountryRule> newestRow(String country) {
    return rows.stream()
        .filter(row -> row.rule().country().equals(country))
        .max(Comparator.comparingInt(row -> row.rule().version()));
  }
}
