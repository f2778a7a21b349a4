package eu.callorders.server.window;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberToTimeZonesMapper;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import eu.callorders.core.window.GermanStates;
import eu.callorders.core.window.Jurisdiction;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the locations of phones. */
public final class PhoneLocations {
  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
  private static final PhoneNumberToTimeZonesMapper ZONES =
      PhoneNumberToTimeZonesMapper.getInstance();

  /** The region of country codes without a country, such as those of satellite phones. */
  private static final String NO_COUNTRY = "001";

  private static final int MAX_CACHED = 20_000;

  /** Finding the zones of a number is the slowest part of scheduling a call. */
  private static final LoadingCache<String, PhoneLocation> CACHE =
      Caffeine.newBuilder()
          .maximumSize(MAX_CACHED)
          .executor(Runnable::run)
          .build(PhoneLocations::lookUp);

  private PhoneLocations() {}

  /**
   * Looks up region and time zones of a phone.
   *
   * @param phone E.164
   */
  public static PhoneLocation of(String phone) {
    return CACHE.get(phone);
  }

  private static PhoneLocation lookUp(String phone) {
    try {
      PhoneNumber number = NUMBERS.parse(phone, null);
      return new PhoneLocation(place(number), zones(number));
    } catch (NumberParseException e) {
      return new PhoneLocation(null, List.of());
    }
  }

  /** An unassigned number counts as one of its country code. */
  private static @Nullable Jurisdiction place(PhoneNumber number) {
    String assigned = NUMBERS.getRegionCodeForNumber(number);
    String country =
        assigned != null ? assigned : NUMBERS.getRegionCodeForCountryCode(number.getCountryCode());
    if (country.equals(NO_COUNTRY) || country.equals("ZZ")) {
      return null;
    }
    return new Jurisdiction(
        country,
        country.equals("DE")
            ? GermanStates.ofPhone(NUMBERS.getNationalSignificantNumber(number))
            : Set.of());
  }

  private static List<ZoneId> zones(PhoneNumber number) {
    List<ZoneId> zones = known(ZONES.getTimeZonesForNumber(number));
    return zones.isEmpty() ? known(ZONES.getTimeZonesForGeographicalNumber(number)) : zones;
  }

  private static List<ZoneId> known(List<String> names) {
    return names.stream().flatMap(PhoneLocations::known).toList();
  }

  private static Stream<ZoneId> known(String name) {
    try {
      return Stream.of(ZoneId.of(name));
    } catch (DateTimeException e) {
      return Stream.empty(); // "Etc/Unknown": the zone is unknown
    }
  }
}
