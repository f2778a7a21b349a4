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
 * The courses between which every other lies, one that chance has drawn, and the days that are
 * closed meanwhile.
 *
 * @param earliest shortest waits, and every order is over after its first dial
 * @param drawn waits drawn by the seed, and nobody ever answers
 * @param latest longest waits, and nobody ever answers
 * @param closed local days without a permitted instant, each with its reason
 */
record Forecast(
    String title,
    JsonNode steps,
    DryRunSubject person,
    Instant from,
    long seed,
    DryRunPath earliest,
    DryRunPath drawn,
    DryRunPath latest,
    Map<LocalDate, String> closed) {
  private static final int MOST_CLOSED = 1000;

  /**
   * Foretells what becomes of a sequence.
   *
   * @param body of a sequence or a version, without a fault
   */
  static Forecast of(String title, JsonNode body, DryRunSubject person, Instant from, long seed) {
    SequenceDefinition definition = SequenceDefinitionReader.read(body);
    DryRunPath latest = DryRun.of(definition, person, from, BoundaryRandom.MOST, Integer.MAX_VALUE);
    return new Forecast(
        title,
        body.path("steps"),
        person,
        from,
        seed,
        DryRun.of(definition, person, from, BoundaryRandom.LEAST, 1),
        DryRun.of(definition, person, from, new SplittableRandom(seed), Integer.MAX_VALUE),
        latest,
        closed(person, from, latest.endedAt()));
  }

  private static Map<LocalDate, String> closed(DryRunSubject person, Instant from, Instant to) {
    Map<LocalDate, String> closed = new TreeMap<>();
    LocalDate last = LocalDate.ofInstant(to, person.zone());
    LocalDate day = LocalDate.ofInstant(from, person.zone());
    for (; !day.isAfter(last) && closed.size() < MOST_CLOSED; day = day.plusDays(1)) {
      Instant begins = day.atStartOfDay(person.zone()).toInstant();
      Instant ends = day.plusDays(1).atStartOfDay(person.zone()).toInstant();
      Optional<Instant> opening = person.window().nextPermitted(begins);
      if (opening.isEmpty() || !opening.get().isBefore(ends)) {
        closed.put(day, reason(person, begins, ends));
      }
    }
    return closed;
  }

  /** A holiday by its name; any other day by its hours. */
  private static String reason(DryRunSubject person, Instant begins, Instant ends) {
    return person.window().explained(begins).barriers().stream()
        .filter(barrier -> barrier.rule() == WindowRule.PUBLIC_HOLIDAYS)
        .filter(barrier -> barrier.at().isBefore(ends))
        .map(WindowVerdict::message)
        .map(message -> message.replaceFirst(" is a public holiday.*", ""))
        .findFirst()
        .orElse("");
  }
}
