package eu.callorders.simulator.scenario;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Telephone numbers reserved for films and documentation, which reach no person. Germany:
 * Bundesnetzagentur, Mitteilung 148/2021; United Kingdom: Ofcom, numbers for drama use; France:
 * ARCEP decision 2018-0881; United States and Canada: NANPA, 555-0100 to 555-0199.
 */
final class FictionalRanges {
  private static final List<Range> RANGES =
      List.of(
          new Range("+493023125000", "+493023125999"),
          new Range("+496990009000", "+496990009999"),
          new Range("+494066969000", "+494066969999"),
          new Range("+492214710000", "+492214710999"),
          new Range("+498999998000", "+498999998999"),
          new Range("+4917604069000", "+4917604069099"),
          new Range("+491713920000", "+491713920099"),
          new Range("+447700900000", "+447700900999"),
          new Range("+441632960000", "+441632960999"),
          new Range("+442079460000", "+442079460999"),
          new Range("+33199000000", "+33199009999"),
          new Range("+33639980000", "+33639989999"));

  // In toll-free and premium area codes these lines are not reserved: a company may own them.
  private static final Pattern NORTH_AMERICAN =
      Pattern.compile("\\+1(?!8([0-8])\\1|900)[2-9][0-9]{2}55501[0-9]{2}");

  private FictionalRanges() {}

  static boolean contains(String e164) {
    return NORTH_AMERICAN.matcher(e164).matches()
        || RANGES.stream().anyMatch(range -> range.contains(e164));
  }

  private record Range(String first, String last) {
    boolean contains(String phone) {
      return phone.length() == first.length()
          && phone.compareTo(first) >= 0
          && phone.compareTo(last) <= 0
          && phone.chars().skip(1).allMatch(digit -> digit >= '0' && digit <= '9');
    }
  }
}
