package eu.callorders.server.tenant;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.window.PhoneLocation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The countries whose phones a tenant may call.
 *
 * @param codes ISO 3166; {@link #ANY} alone for every country, and for phones of none
 */
public record AllowedCountries(Set<String> codes) {
  /** Stands for every country. */
  public static final String ANY = "*";

  public static final AllowedCountries ALL = of(List.of(ANY));

  /** The European Union, the European Economic Area, the United Kingdom and Switzerland. */
  public static final AllowedCountries EUROPE =
      of(
          List.of(
              "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GR",
              "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT",
              "RO", "SE", "SI", "SK"));

  public AllowedCountries {
    codes = codes.contains(ANY) ? Set.of(ANY) : Set.copyOf(codes);
  }

  public static AllowedCountries of(List<String> codes) {
    return new AllowedCountries(Set.copyOf(codes));
  }

  /** The codes in alphabetical order. */
  public List<String> sorted() {
    return List.copyOf(new TreeSet<>(codes));
  }

  public boolean contains(PhoneNumber phone) {
    return codes.contains(ANY) || contains(countryOf(phone));
  }

  private boolean contains(@Nullable String country) {
    return country != null && codes.contains(country);
  }

  /** ISO 3166; null when the phone belongs to no country. */
  public static @Nullable String countryOf(PhoneNumber phone) {
    PhoneLocation location = PhoneLocation.of(phone);
    return location.jurisdiction() == null ? null : location.jurisdiction().country();
  }
}
