package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;

/** The public holidays of countries. Non-blocking and thread-safe. */
public interface Holidays {

  /**
   * The English name of the public holiday on that day.
   *
   * @param country ISO 3166-1 alpha-2; an unknown one has no holidays
   * @param regions subdivisions of ISO 3166-2, lower case and without the country: holidays of any
   *     of them count. Empty: holidays of any region count
   */
  Optional<String> on(String country, Set<String> regions, LocalDate date);

  String source();
}
