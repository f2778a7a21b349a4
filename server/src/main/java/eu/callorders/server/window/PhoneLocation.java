package eu.callorders.server.window;

import eu.callorders.core.window.Jurisdiction;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The location of a phone, as far as its number shows it.
 *
 * @param jurisdiction null when the number belongs to no country
 * @param zones the possible zones; empty when unknown
 */
public record PhoneLocation(@Nullable Jurisdiction jurisdiction, List<ZoneId> zones) {
  public PhoneLocation {
    zones = List.copyOf(zones);
  }
}
