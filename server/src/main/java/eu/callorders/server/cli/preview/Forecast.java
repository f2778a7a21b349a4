package eu.callorders.server.cli.preview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.forecast.BoundaryRandom;
import eu.callorders.core.forecast.DryRun;
import eu.callorders.core.forecast.DryRunPath;
import eu.callorders.core.forecast.DryRunSubject;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.server.forecast.ClosedDays;
import eu.callorders.server.sequence.SequenceDefinitionReader;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.SplittableRandom;

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
  private static final int MAX_DAYS = 2_000;

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
        ClosedDays.between(subject, from, latest.endedAt(), MAX_DAYS));
  }
}
