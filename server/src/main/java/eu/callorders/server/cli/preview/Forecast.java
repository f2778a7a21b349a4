package eu.callorders.server.cli.preview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.forecast.BoundaryRandom;
import eu.callorders.core.forecast.DryRun;
import eu.callorders.core.forecast.DryRunPath;
import eu.callorders.core.forecast.DryRunSubject;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.core.window.WindowRule;
import eu.callorders.core.window.WindowVerdict;
import eu.callorders.server.sequence.SequenceDefinitionReader;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The boundary runs of a sequence, one random run, and the closed days between.
 *
 * @param earliest shortest waits, and every order ends after its first dial
 * @param drawn random waits by the seed, no call is answered
 * @param latest longest waits, no call is answered
 * @param closed local days without a permitted instant, each with its reason
 */
record Forecast(
    String title,
    JsonNode steps,
    DryRunSubject subject,
    Instant from,
    long seed,
    DryRunPath earliest,
    DryRunPath drawn,
    DryRunPath latest,
    Map<LocalDate, String> closed) {
  private static final int MAX_CLOSED_DAYS = 1000;

  /**
   * Simulates a sequence.
   *
   * @param body a valid sequence or version
   */
  static Forecast of(String title, JsonNode body, DryRunSubject subject, Instant from, long seed) {
    SequenceDefinition definition = SequenceDefinitionReader.read(body);
    DryRunPath latest = DryRun.of(definition, subject, from, BoundaryRandom.MAX, Integer.MAX_VALUE);
    return new Forecast(
        title,
        body.path("steps"),
        subject,
        from,
        seed,
        DryRun.of(definition, subject, from, BoundaryRandom.MIN, 1),
        DryRun.of(definition, subject, from, new SplittableRandom(seed), Integer.MAX_VALUE),
        latest,
        closed(subject, from, latest.endedAt()));
  }

  private static Map<LocalDate, String> closed(DryRunSubject subject, Instant from, Instant to) {
    Map<LocalDate, String> closed = new TreeMap<>();
    LocalDate last = LocalDate.ofInstant(to, subject.zone());
    LocalDate day = LocalDate.ofInstant(from, subject.zone());
    for (; !day.isAfter(last) && closed.size() < MAX_CLOSED_DAYS; day = day.plusDays(1)) {
      Instant begins = day.atStartOfDay(subject.zone()).toInstant();
      Instant ends = day.plusDays(1).atStartOfDay(subject.zone()).toInstant();
      Optional<Instant> opening = subject.window().nextPermitted(begins);
      if (opening.isEmpty() || !opening.get().isBefore(ends)) {
        closed.put(day, reason(subject, begins, ends));
      }
    }
    return closed;
  }

  /** The name of a holiday; empty for other closed days. */
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
