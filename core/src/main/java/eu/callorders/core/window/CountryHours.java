package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.List;

/** The hours of a country by the rule that is valid on each day. */
record CountryHours(CountryTable table, String country) implements DayHours {

  @Override
  public List<ClockInterval> on(LocalDate date) {
    return table.ruleFor(country, date).hours().on(date);
  }

  @Override
  public String source(LocalDate date) {
    CountryRule rule = table.ruleFor(country, date);
    return rule.country().equals(country) ? rule.id() : country + " by " + rule.id();
  }

  @Override
  public String describe(LocalDate date) {
    return country + " permits " + HoursFormatter.hours(on(date)) + " (row " + source(date) + ")";
  }
}
