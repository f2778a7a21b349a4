package eu.callorders.console.ui;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts instants to the local time with zone that forms show, and input to instants. Input may
 * have a UTC offset or a zone; otherwise it is a time of this machine's zone.
 */
public final class InstantConverter {
  private static final Pattern WITH_OFFSET =
      Pattern.compile("(.*[0-9])\\s*(Z|z|[+-][0-9]{2}:?[0-9]{2})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9/_:+-]*");
  private static final Pattern WITH_ZONE = Pattern.compile("(.*[0-9])\\s+(" + NAME.pattern() + ")");
  private static final Pattern TIME_OF_DAY =
      Pattern.compile("([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]{1,9})?)?([ Z+-].*)?");
  private static final int MAX_FRACTION_DIGITS = 9;
  private static final Instant EXAMPLE = Instant.parse("2026-01-31T13:00:00Z");

  /**
   * The meaning of an input.
   *
   * @param instant empty when the input is wrong
   * @param error what is wrong; empty for a right one
   */
  public record Input(Optional<Instant> instant, String error) {}

  private final Texts texts;
  private final ZoneId zone;
  private final String pattern;
  private final DateTimeFormatter offsets = DateTimeFormatter.ofPattern("xxx", Locale.ROOT);
  private final List<DateTimeFormatter> localTimes;
  private final List<DateTimeFormatter> days;

  public InstantConverter() {
    this(Texts.of(InstantConverter.class), ZoneId.systemDefault());
  }

  public InstantConverter(ZoneId zone) {
    this(Texts.of(InstantConverter.class), zone);
  }

  InstantConverter(Texts texts, ZoneId zone) {
    this.texts = texts;
    this.zone = zone;
    this.pattern = texts.get("instant.pattern");
    List<String> dates = List.of(texts.get("instant.day"), "d.M.uuuu", "uuuu-MM-dd");
    this.localTimes = dates.stream().map(date -> localTime(date + "[,][ ]['T']H:mm")).toList();
    this.days = dates.stream().map(this::dayFormat).toList();
  }

  private DateTimeFormatter dayFormat(String date) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern(date)
        .toFormatter(texts.locale())
        .withResolverStyle(ResolverStyle.STRICT);
  }

  private DateTimeFormatter localTime(String toMinutes) {
    return new DateTimeFormatterBuilder()
        .parseCaseInsensitive()
        .appendPattern(toMinutes + "[:ss]")
        .appendFraction(ChronoField.NANO_OF_SECOND, 0, MAX_FRACTION_DIGITS, true)
        .toFormatter(texts.locale())
        .withResolverStyle(ResolverStyle.STRICT);
  }

  /** The text of a timestamp, which reads back as the same instant; other texts stay unchanged. */
  public String text(String timestamp) {
    try {
      return timestamp.isEmpty() ? "" : text(Instant.parse(timestamp));
    } catch (DateTimeException e) {
      return timestamp;
    }
  }

  /** Local time to the minute, or as precise as the instant, with zone. */
  public String text(Instant instant) {
    ZonedDateTime time = instant.atZone(zone);
    boolean isWholeMinute = time.truncatedTo(ChronoUnit.MINUTES).equals(time);
    DateTimeFormatterBuilder format = new DateTimeFormatterBuilder().appendPattern(pattern);
    if (!isWholeMinute) {
      format.appendPattern(":ss");
      format.appendFraction(ChronoField.NANO_OF_SECOND, 0, MAX_FRACTION_DIGITS, true);
    }
    return format.toFormatter(texts.locale()).format(time) + " " + suffix(time);
  }

  /** The time of day to the minute, with its offset if it occurs twice on that day. */
  public String timeOfDay(Instant instant) {
    ZonedDateTime time = instant.atZone(zone).truncatedTo(ChronoUnit.MINUTES);
    boolean isTwice = occursTwice(time.toLocalDateTime());
    return time.toLocalTime() + (isTwice ? " " + offset(time.getOffset()) : "");
  }

  /** A text that shows how to write a time. */
  public String example() {
    return text(EXAMPLE);
  }

  private boolean occursTwice(LocalDateTime time) {
    return zone.getRules().getValidOffsets(time).size() > 1;
  }

  private String offset(ZoneOffset offset) {
    return offsets.format(offset);
  }

  /** The name of the zone, or the offset where the name does not tell the instant. */
  private String suffix(ZonedDateTime time) {
    String name = name(zone.getRules().isDaylightSavings(time.toInstant()));
    boolean isClear = !occursTwice(time.toLocalDateTime()) && NAME.matcher(name).matches();
    return isClear ? name : offset(time.getOffset());
  }

  /** The abbreviation of this machine's zone, such as CET. */
  private String name(boolean isSummer) {
    return TimeZone.getTimeZone(zone).getDisplayName(isSummer, TimeZone.SHORT, texts.locale());
  }

  /**
   * Reads a time in the format of the operator's language, as {@code 31.1.2026 14:00} or ISO 8601;
   * a day alone is its start.
   */
  public Input parse(String input) {
    return parse(input, this::start);
  }

  /** Reads the time at which something ends; a day alone is its last minute. */
  public Input parseEnd(String input) {
    return parse(input, day -> start(day.plusDays(1)).minus(1, ChronoUnit.MINUTES));
  }

  private Instant start(LocalDate day) {
    return day.atStartOfDay(zone).toInstant();
  }

  private Input parse(String input, Function<LocalDate, Instant> ofDay) {
    String text = input.strip();
    Matcher withOffset = WITH_OFFSET.matcher(text);
    Matcher withZone = WITH_ZONE.matcher(text);
    return local(text)
        .map(time -> at(time, zone))
        .or(() -> day(text).map(day -> right(ofDay.apply(day))))
        .or(
            () ->
                withOffset.matches()
                    ? local(withOffset.group(1)).map(time -> atOffset(time, withOffset.group(2)))
                    : Optional.empty())
        .or(
            () ->
                withZone.matches()
                    ? local(withZone.group(1)).map(time -> atZone(time, withZone.group(2)))
                    : Optional.empty())
        .orElseGet(() -> wrong("instant.format", example()));
  }

  /** Reads a time of that day, perhaps with an offset or a zone. */
  public Input parse(LocalDate day, String time) {
    return TIME_OF_DAY.matcher(time.strip()).matches()
        ? parse(day + " " + time.strip())
        : wrong("instant.time");
  }

  private Optional<LocalDateTime> local(String text) {
    for (DateTimeFormatter format : localTimes) {
      ParsePosition end = new ParsePosition(0);
      if (format.parseUnresolved(text, end) != null && end.getIndex() == text.length()) {
        try {
          return Optional.of(LocalDateTime.parse(text, format));
        } catch (DateTimeException e) {
          return Optional.empty(); // such as 30 February
        }
      }
    }
    return Optional.empty();
  }

  /** Reads a day in the format of the operator's language, as {@code 31.1.2026} or ISO 8601. */
  public Optional<LocalDate> day(String text) {
    for (DateTimeFormatter format : days) {
      try {
        return Optional.of(LocalDate.parse(text.strip(), format));
      } catch (DateTimeException e) {
        // another format may fit
      }
    }
    return Optional.empty();
  }

  private Input atOffset(LocalDateTime time, String offset) {
    try {
      return right(time.toInstant(ZoneOffset.of(offset.toUpperCase(Locale.ROOT))));
    } catch (DateTimeException e) {
      return wrong("instant.zone", offset);
    }
  }

  /** In the zone with that name, which is an identifier or an abbreviation of this machine's. */
  private Input atZone(LocalDateTime time, String name) {
    boolean isWinterName = name.equalsIgnoreCase(name(false));
    boolean isSummerName = name.equalsIgnoreCase(name(true));
    if (isWinterName != isSummerName && !zone.getRules().getValidOffsets(time).isEmpty()) {
      return zone.getRules().getValidOffsets(time).stream()
          .map(time::toInstant)
          .filter(instant -> zone.getRules().isDaylightSavings(instant) == isSummerName)
          .findFirst()
          .map(InstantConverter::right)
          .orElseGet(() -> wrong("instant.season", name));
    }
    try {
      return at(time, isWinterName || isSummerName ? zone : ZoneId.of(name));
    } catch (DateTimeException e) {
      return wrong("instant.zone", name);
    }
  }

  private Input at(LocalDateTime time, ZoneId place) {
    List<ZoneOffset> valid = place.getRules().getValidOffsets(time);
    return switch (valid.size()) {
      case 0 -> {
        ZoneOffsetTransition gap = place.getRules().getTransition(time);
        yield wrong(
            "instant.gap",
            gap.getDateTimeBefore().toLocalTime(),
            gap.getDateTimeAfter().toLocalTime());
      }
      case 1 -> right(time.toInstant(valid.getFirst()));
      default -> wrong("instant.twice", offset(valid.getFirst()), offset(valid.getLast()));
    };
  }

  private static Input right(Instant instant) {
    return new Input(Optional.of(instant), "");
  }

  private Input wrong(String key, Object... arguments) {
    return new Input(Optional.empty(), texts.get(key, arguments));
  }
}
