package eu.callorders.simulator.scenario;

import eu.callorders.core.call.PhoneNumber;
import java.time.ZoneId;
import java.util.List;

/** The time zone of a fictional number; one zone per country is enough. */
final class HomeZone {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final List<Home> HOMES =
      List.of(
          new Home("+44", ZoneId.of("Europe/London")),
          new Home("+33", ZoneId.of("Europe/Paris")),
          new Home("+1", ZoneId.of("America/New_York")));

  private HomeZone() {}

  static ZoneId of(PhoneNumber phone) {
    return HOMES.stream()
        .filter(home -> phone.e164().startsWith(home.prefix()))
        .map(Home::zone)
        .findFirst()
        .orElse(BERLIN);
  }

  private record Home(String prefix, ZoneId zone) {}
}
