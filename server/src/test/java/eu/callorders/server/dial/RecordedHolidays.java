package eu.callorders.server.dial;

import eu.callorders.core.window.Holidays;
import eu.callorders.server.window.JollydayHolidays;
import io.vertx.core.Context;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The holidays of the service, with the kind of the thread that needs a year first. */
final class RecordedHolidays implements Holidays {
  private final Holidays holidays = new JollydayHolidays();
  private final Map<Integer, Boolean> onEventLoop = new ConcurrentHashMap<>();

  @Override
  public Optional<String> on(String country, Set<String> regions, LocalDate date) {
    onEventLoop.putIfAbsent(date.getYear(), Context.isOnEventLoopThread());
    return holidays.on(country, regions, date);
  }

  @Override
  public String source() {
    return holidays.source();
  }

  /** Whether an event loop computed the year; empty if nothing needed it. */
  Optional<Boolean> isComputedOnEventLoop(int year) {
    return Optional.ofNullable(onEventLoop.get(year));
  }
}
