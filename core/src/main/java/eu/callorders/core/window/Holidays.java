package eu.callorders.core.window;

import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;

/** Knows the public holidays of countries. Answers at once, from any thread. */
public interface Holidays {

  /**
   * The English name of the public holiday that a day is.
   *
   * @param country ISO 3166-1 alpha-2; one that is not known has no holidays
   * @param regions subdivisions of ISO 3166-2, lower case and without the country; a holiday of any
   *     of them is one. Empty: a holiday of any region of the country is one
   */
  Optional<String> on(String country, Set<String> regions, LocalDate date);

  /** Where the days come from, with a version. */
  String source();
}
