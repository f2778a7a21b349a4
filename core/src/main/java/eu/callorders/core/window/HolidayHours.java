package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Permits no calls on public holidays of a place, unless its country's rule permits them. */
record HolidayHours(CountryTable table, Holidays holidays, Jurisdiction place) implements DayHours {
  private static final List<ClockInterval> WHOLE_DAY =
      List.of(new ClockInterval(0, ClockInterval.DAY));

  @Override
  public List<ClockInterval> on(LocalDate date) {
    return table.ruleFor(place.country(), date).onHolidays() || holiday(date).isEmpty()
        ? WHOLE_DAY
        : List.of();
  }

  @Override
  public String source(LocalDate date) {
    return place.label() + " by " + holidays.source();
  }

  @Override
  public String describe(LocalDate date) {
    String where = place.regions().isEmpty() ? "anywhere in " + place.label() : place.label();
    return holiday(date)
        .map(name -> name + " is a public holiday in " + place.label())
        .orElse("no public holiday " + where);
  }

  @Override
  public Optional<String> holiday(LocalDate date) {
    return holidays.on(place.country(), place.regions(), date);
  }
}
