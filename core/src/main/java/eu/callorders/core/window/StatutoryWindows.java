package eu.callorders.core.window;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The hours in which a person may be called whatever tenant and client say. */
public record StatutoryWindows(CountryTable countries, Holidays holidays) {

  /** Where the rules of all the places permit a call, read on the clocks of all the zones. */
  public CallingWindow of(Collection<Jurisdiction> places, Collection<ZoneId> zones) {
    List<ZonedHours> hours = new ArrayList<>();
    for (ZoneId zone : zones) {
      for (Jurisdiction place : places) {
        hours.add(
            new ZonedHours(
                WindowRule.COUNTRY_HOURS, zone, new CountryHours(countries, place.country())));
        hours.add(
            new ZonedHours(
                WindowRule.PUBLIC_HOLIDAYS, zone, new HolidayHours(countries, holidays, place)));
      }
    }
    return new CallingWindow(hours, null, null);
  }
}
