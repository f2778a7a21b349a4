package eu.callorders.console.chart;

import eu.callorders.console.ui.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Steps side by side, each a day or a part of one, with labels in local time. */
public final class StepAxis implements TimeAxis {
  private static final List<Integer> UNIT_MINUTES =
      List.of(5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440);

  /** Each local time that is a multiple of a unit is one of this, whatever the offset of a zone. */
  private static final Duration SEARCH = Duration.ofMinutes(UNIT_MINUTES.getFirst());

  /** A day may be an hour shorter. */
  private static final Duration MIN_DAY = Duration.ofHours(20);

  private record ClockTick(ZonedDateTime at, boolean startsDay) {}

  private final List<Instant> bounds;
  private final ZoneId zone;
  private final boolean days;
  private final DateTimeFormatter dayLabel;
  private final DateTimeFormatter timeLabel;
  private final DateTimeFormatter date;
  private final DateTimeFormatter time;

  /**
   * @param bounds where each step begins, and where the last one ends
   */
  public StepAxis(List<Instant> bounds, ZoneId zone) {
    Texts texts = Texts.of(StepAxis.class);
    this.bounds = List.copyOf(bounds);
    this.zone = zone;
    this.days = Duration.between(bounds.get(0), bounds.get(1)).compareTo(MIN_DAY) > 0;
    this.dayLabel = formatter(texts, "axis.day");
    this.timeLabel = formatter(texts, "axis.time");
    this.date = formatter(texts, "step.date");
    this.time = formatter(texts, "step.time");
  }

  private DateTimeFormatter formatter(Texts texts, String pattern) {
    return DateTimeFormatter.ofPattern(texts.get(pattern), Locale.getDefault()).withZone(zone);
  }

  @Override
  public int size() {
    return bounds.size() - 1;
  }

  @Override
  public double start(int step) {
    return position(bounds.get(step));
  }

  @Override
  public double end(int step) {
    return position(bounds.get(step + 1));
  }

  private double position(Instant instant) {
    return (double) Duration.between(bounds.getFirst(), instant).toMillis() / length().toMillis();
  }

  private Duration length() {
    return Duration.between(bounds.getFirst(), bounds.getLast());
  }

  @Override
  public boolean isContinued(int step) {
    return true;
  }

  @Override
  public List<Tick> ticks(int limit) {
    return days ? dayTicks(limit) : clockTicks(limit);
  }

  /** In the middle of days at a round distance, the last one always. */
  private List<Tick> dayTicks(int limit) {
    int every = Math.toIntExact(ValueScale.round(Math.ceilDiv(size(), limit)));
    return IntStream.range(0, size())
        .filter(day -> (size() - 1 - day) % every == 0)
        .mapToObj(day -> new Tick((start(day) + end(day)) / 2, dayLabel.format(day(day))))
        .toList();
  }

  /** The date of most of the step: a day begins with the hour that contains its midnight. */
  private LocalDate day(int step) {
    Instant from = bounds.get(step);
    Duration half = Duration.between(from, bounds.get(step + 1)).dividedBy(2);
    return LocalDate.ofInstant(from.plus(half), zone);
  }

  private List<Tick> clockTicks(int limit) {
    int unit =
        UNIT_MINUTES.stream()
            .filter(minutes -> Math.ceilDiv(length().toMinutes(), minutes) <= limit)
            .findFirst()
            .orElseGet(UNIT_MINUTES::getLast);
    return roundTimes(unit).stream()
        .map(
            tick ->
                new Tick(
                    position(tick.at().toInstant()),
                    (tick.startsDay() ? dayLabel : timeLabel).format(tick.at())))
        .toList();
  }

  /**
   * Local times that are multiples of a unit, and starts of days, which may be at another time when
   * the clocks change. Where that brings two of them closer, the start of the day stays, or else
   * the first.
   */
  private List<ClockTick> roundTimes(int unitMinutes) {
    List<ClockTick> ticks = new ArrayList<>();
    ZonedDateTime at = bounds.getFirst().atZone(zone).truncatedTo(ChronoUnit.HOURS).minus(SEARCH);
    while (at.toInstant().isBefore(bounds.getLast())) {
      ZonedDateTime before = at;
      at = at.plus(SEARCH);
      boolean startsDay = !at.toLocalDate().equals(before.toLocalDate());
      boolean isRound = at.get(ChronoField.MINUTE_OF_DAY) % unitMinutes == 0;
      boolean isInside =
          !at.toInstant().isBefore(bounds.getFirst()) && at.toInstant().isBefore(bounds.getLast());
      if (isInside && (startsDay || isRound)) {
        add(new ClockTick(at, startsDay), Duration.ofMinutes(unitMinutes), ticks);
      }
    }
    return ticks;
  }

  private static void add(ClockTick tick, Duration unit, List<ClockTick> ticks) {
    while (!ticks.isEmpty()
        && Duration.between(ticks.getLast().at(), tick.at()).compareTo(unit) < 0) {
      if (!tick.startsDay() || ticks.getLast().startsDay()) {
        return;
      }
      ticks.removeLast();
    }
    ticks.add(tick);
  }

  @Override
  public List<Double> midnights() {
    return days
        ? List.of()
        : roundTimes(UNIT_MINUTES.getFirst()).stream()
            .filter(ClockTick::startsDay)
            .map(tick -> position(tick.at().toInstant()))
            .toList();
  }

  @Override
  public String name(int step) {
    ZonedDateTime from = bounds.get(step).atZone(zone);
    ZonedDateTime to = bounds.get(step + 1).atZone(zone);
    if (days) {
      return isStartOfDay(from) ? date.format(from) : dateTime(from) + " – " + dateTime(to);
    }
    boolean sameOffset = from.getOffset().equals(to.getOffset());
    String begin = sameOffset ? dateTime(from) : dateTime(from) + zoneName(from);
    return begin + "–" + time.format(to) + (sameOffset ? "" : zoneName(to));
  }

  private String dateTime(ZonedDateTime at) {
    return date.format(at) + ", " + time.format(at);
  }

  private static String zoneName(ZonedDateTime at) {
    return " " + DateTimeFormatter.ofPattern("z", Locale.getDefault()).format(at);
  }

  private boolean isStartOfDay(ZonedDateTime at) {
    return at.equals(at.toLocalDate().atStartOfDay(zone));
  }
}
