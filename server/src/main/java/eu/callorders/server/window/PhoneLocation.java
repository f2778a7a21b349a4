package eu.callorders.server.window;

import eu.callorders.core.window.Jurisdiction;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a telephone number tells about where it rings.
 *
 * @param place null when the number belongs to no country
 * @param zones in one of these; empty when the number does not tell
 */
public record PhoneLocation(@Nullable Jurisdiction place, List<ZoneId> zones) {
  public PhoneLocation {
    zones = List.copyOf(zones);
  }
}
