package eu.callorders.server.window;

import com.google.i18n.phonenumbers.PhoneNumberUtil;
import eu.callorders.core.window.CountryTable;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The codes of countries that phones and addresses can belong to. */
public final class CountryCodes {
  private static final Set<String> ALL = all();

  private CountryCodes() {}

  private static Set<String> all() {
    Set<String> codes = new TreeSet<>(Set.of(Locale.getISOCountries()));
    codes.addAll(PhoneNumberUtil.getInstance().getSupportedRegions());
    codes.add(CountryTable.ELSEWHERE);
    return Collections.unmodifiableSet(codes);
  }

  /** Whether the code is of ISO 3166-1 alpha-2 or of phones, or {@link CountryTable#ELSEWHERE}. */
  public static boolean contains(String code) {
    return ALL.contains(code);
  }
}
