package eu.callorders.bench;

import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.ClockInterval;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.Jurisdiction;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.core.window.WindowRule;
import eu.callorders.core.window.ZonedHours;
import eu.callorders.server.window.JollydayHolidays;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/** How long it takes to find the next instant at which a person may be called. */
public final class WindowBench {
  private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Jurisdiction GERMANY = new Jurisdiction("DE", Set.of());
  private static final int INSTANTS = 4096;
  private static final int WARM_UP_ROUNDS = 50;
  private static final int ROUNDS = 9;

  private final BenchReport figures = new BenchReport("windows");
  private final StatutoryWindows windows =
      new StatutoryWindows(CountryTable.builtIn(), new JollydayHolidays());

  /** Instants all over a year, in no order. */
  private final List<Instant> instants =
      new Random(1)
          .longs(INSTANTS, 0, Duration.ofDays(365).toMillis())
          .mapToObj(BEGIN::plusMillis)
          .toList();

  private long seen;

  public static void main(String[] arguments) throws Exception {
    new WindowBench().run();
  }

  private void run() throws Exception {
    CallingWindow plain = windows.forPlaces(List.of(GERMANY), List.of(BERLIN));
    CallingWindow busy =
        windows
            .forPlaces(
                List.of(GERMANY, new Jurisdiction("FR", Set.of())),
                List.of(BERLIN, ZoneId.of("Europe/London"), ZoneId.of("America/New_York")))
            .narrowedBy(
                new ZonedHours(
                    WindowRule.TENANT_HOURS,
                    BERLIN,
                    hours(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), "09:00", "18:00")));
    CallingWindow never =
        plain.narrowedBy(
            new ZonedHours(
                WindowRule.ORDER_TIMES, BERLIN, hours(Set.of(DayOfWeek.SUNDAY), "00:00", "24:00")));
    Scale.warmUp(() -> round(at -> bounded(busy, at).explain(at)));
    measure("next instant, one country", at -> bounded(plain, at).nextPermitted(at));
    measure("next instant, two countries, three zones", at -> bounded(busy, at).nextPermitted(at));
    measure("no instant in 30 days", at -> bounded(never, at).nextPermitted(at));
    measure("with reasons, one country", at -> bounded(plain, at).explain(at));
    if (seen == 0) {
      throw new IllegalStateException("nothing was computed");
    }
    figures.end();
  }

  private static CallingWindow bounded(CallingWindow window, Instant at) {
    return window.withBounds(at, at.plus(Duration.ofDays(30)));
  }

  private void measure(String name, Function<Instant, Object> question) {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      round(question);
    }
    List<Double> micros = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      micros.add(round(question));
    }
    figures.add(name, BenchReport.median(micros), "µs");
  }

  /** Asks once for every instant; microseconds per question. */
  private double round(Function<Instant, Object> question) {
    long start = System.nanoTime();
    for (Instant at : instants) {
      seen += question.apply(at).hashCode();
    }
    return (System.nanoTime() - start) / 1e3 / INSTANTS;
  }

  private static WeeklyHours hours(Set<DayOfWeek> days, String from, String to) {
    return WeeklyHours.of(List.of(new WeeklyHours.Entry(days, ClockInterval.of(from, to))));
  }
}
