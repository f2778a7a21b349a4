package eu.callorders.server.contract;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.PhoneLocation;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The contract's formats, checked as strictly as the code that reads them.
 *
 * @param getName the name in a schema, as the library's interface spells it
 */
record WireFormat(String getName, Predicate<String> test) implements Format {
  static final String PHONE = "phone";
  static final String TIME_ZONE = "time-zone";
  static final String DATE_TIME = "date-time";

  private static final int FIRST_YEAR = 1800;
  private static final int LAST_YEAR = 9999;
  private static final Pattern DATE_SHAPE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final String CLOCK = "[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?";
  private static final Pattern INSTANT_SHAPE =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}" + CLOCK + "([Zz]|[+-]\\d{2}:\\d{2})");
  private static final Pattern LOCAL_SHAPE =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?");
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final Set<String> ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());

  static List<WireFormat> all() {
    return List.of(
        new WireFormat("date", WireFormat::isDate),
        new WireFormat(DATE_TIME, WireFormat::isInstant),
        new WireFormat(TIME_ZONE, ZONES::contains),
        new WireFormat(PHONE, WireFormat::isPossibleNumber));
  }

  @Override
  public boolean matches(ExecutionContext context, String value) {
    return test.test(value);
  }

  /** Whether only the UTC offset is missing. */
  static boolean lacksOffset(String text) {
    return LOCAL_SHAPE.matcher(text).matches();
  }

  private static boolean isDate(String text) {
    try {
      return DATE_SHAPE.matcher(text).matches() && isSupportedYear(LocalDate.parse(text).getYear());
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isInstant(String text) {
    try {
      return (Timestamps.isWholeSecondInUtc(text) || INSTANT_SHAPE.matcher(text).matches())
          && isSupportedYear(
              Timestamps.parse(text.toUpperCase(Locale.ROOT)).atOffset(ZoneOffset.UTC).getYear());
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isSupportedYear(int year) {
    return year >= FIRST_YEAR && year <= LAST_YEAR;
  }

  private static boolean isPossibleNumber(String text) {
    return E164.matcher(text).matches() && PhoneLocation.of(new PhoneNumber(text)).isPossible();
  }
}
