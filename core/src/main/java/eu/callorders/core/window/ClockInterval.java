package eu.callorders.core.window;

/**
 * An interval of one local day, in seconds of local time since midnight.
 *
 * @param from included
 * @param to excluded; 86,400 is the end of the day
 */
public record ClockInterval(int from, int to) implements Comparable<ClockInterval> {
  static final int DAY = 86_400;

  public ClockInterval {
    if (from < 0 || from >= to || to > DAY) {
      throw new IllegalArgumentException("no interval of a day: " + from + " to " + to);
    }
  }

  /** The interval between two clock times {@code HH:MM}; {@code 24:00} is the end of the day. */
  public static ClockInterval of(String from, String to) {
    return new ClockInterval(secondOf(from), secondOf(to));
  }

  private static int secondOf(String clockTime) {
    if (!clockTime.matches("([01][0-9]|2[0-3]):[0-5][0-9]|24:00")) {
      throw new IllegalArgumentException("no clock time: " + clockTime);
    }
    int hours = Integer.parseInt(clockTime.substring(0, 2));
    return (hours * 60 + Integer.parseInt(clockTime.substring(3))) * 60;
  }

  /** {@link #from} as {@code HH:MM}. */
  public String start() {
    return clockTime(from);
  }

  /** {@link #to} as {@code HH:MM}; {@code 24:00} is the end of the day. */
  public String end() {
    return clockTime(to);
  }

  private static String clockTime(int second) {
    return "%02d:%02d".formatted(second / 3600, second / 60 % 60);
  }

  @Override
  public int compareTo(ClockInterval other) {
    return from == other.from ? Integer.compare(to, other.to) : Integer.compare(from, other.from);
  }
}
