package eu.callorders.server.forecast;

import eu.callorders.core.forecast.DryRunSubject;
import eu.callorders.core.window.WindowRule;
import eu.callorders.core.window.WindowVerdict;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The days on which a subject is not called. */
public final class ClosedDays {
  private ClosedDays() {}

  /**
   * The subject's local days between two instants that contain no permitted one.
   *
   * @param maxDays limit of the days that are examined
   * @return the name of the public holiday by day; empty for other days
   */
  public static Map<LocalDate, String> between(
      DryRunSubject subject, Instant from, Instant to, int maxDays) {
    Map<LocalDate, String> closed = new TreeMap<>();
    LocalDate first = LocalDate.ofInstant(from, subject.zone());
    LocalDate last = LocalDate.ofInstant(to, subject.zone());
    LocalDate end =
        last.isBefore(first.plusDays(maxDays)) ? last.plusDays(1) : first.plusDays(maxDays);
    for (LocalDate day = first; day.isBefore(end); day = day.plusDays(1)) {
      Instant begins = day.atStartOfDay(subject.zone()).toInstant();
      Instant ends = day.plusDays(1).atStartOfDay(subject.zone()).toInstant();
      Optional<Instant> opening = subject.window().nextPermitted(begins);
      if (opening.isEmpty() || !opening.get().isBefore(ends)) {
        closed.put(day, reason(subject, begins, ends));
      }
    }
    return closed;
  }

  private static String reason(DryRunSubject subject, Instant begins, Instant ends) {
    return subject.window().explain(begins).barriers().stream()
        .filter(barrier -> barrier.rule() == WindowRule.PUBLIC_HOLIDAYS)
        .filter(barrier -> barrier.at().isBefore(ends))
        .map(WindowVerdict::message)
        .map(message -> message.replaceFirst(" is a public holiday.*", ""))
        .findFirst()
        .orElse("");
  }
}
