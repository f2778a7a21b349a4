package eu.callorders.core.window;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The statutory calling hours, which tenant and client can only narrow. */
public record StatutoryWindows(CountryTable countries, Holidays holidays) {

  /** When the rules of all the places permit a call, evaluated in each of the zones. */
  public CallingWindow forPlaces(Collection<Jurisdiction> places, Collection<ZoneId> zones) {
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
