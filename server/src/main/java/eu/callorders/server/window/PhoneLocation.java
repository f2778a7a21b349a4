package eu.callorders.server.window;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberToTimeZonesMapper;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.Phonenumber;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.window.GermanStates;
import eu.callorders.core.window.Jurisdiction;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The location of a phone, as far as its number shows it.
 *
 * @param isPossible whether numbers of its country have this length
 * @param jurisdiction null when the number belongs to no country
 * @param zones the possible zones; empty when unknown
 */
public record PhoneLocation(
    boolean isPossible, @Nullable Jurisdiction jurisdiction, List<ZoneId> zones) {
  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();
  private static final PhoneNumberToTimeZonesMapper ZONES =
      PhoneNumberToTimeZonesMapper.getInstance();

  /** The region of country codes without a country, such as those of satellite phones. */
  private static final String NO_COUNTRY = "001";

  private static final int MAX_CACHED = 20_000;

  /** The look-up is slow; the check of a request makes it, so that scheduling finds it here. */
  private static final LoadingCache<PhoneNumber, PhoneLocation> CACHE =
      Caffeine.newBuilder()
          .maximumSize(MAX_CACHED)
          .executor(Runnable::run)
          .build(PhoneLocation::lookUp);

  public PhoneLocation {
    zones = List.copyOf(zones);
  }

  public static PhoneLocation of(PhoneNumber phone) {
    return CACHE.get(phone);
  }

  private static PhoneLocation lookUp(PhoneNumber phone) {
    try {
      Phonenumber.PhoneNumber number = NUMBERS.parse(phone.e164(), null);
      return new PhoneLocation(NUMBERS.isPossibleNumber(number), place(number), zones(number));
    } catch (NumberParseException e) {
      return new PhoneLocation(false, null, List.of());
    }
  }

  /** An unassigned number counts as one of its country code. */
  private static @Nullable Jurisdiction place(Phonenumber.PhoneNumber number) {
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

  private static List<ZoneId> zones(Phonenumber.PhoneNumber number) {
    List<ZoneId> zones = known(ZONES.getTimeZonesForNumber(number));
    return zones.isEmpty() ? known(ZONES.getTimeZonesForGeographicalNumber(number)) : zones;
  }

  private static List<ZoneId> known(List<String> names) {
    return names.stream().flatMap(PhoneLocation::known).toList();
  }

  private static Stream<ZoneId> known(String name) {
    try {
      return Stream.of(ZoneId.of(name));
    } catch (DateTimeException e) {
      return Stream.empty(); // "Etc/Unknown": the zone is unknown
    }
  }
}
