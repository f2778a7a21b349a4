package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Counts by step.
 *
 * @param bounds where each step begins, and where the last one ends
 */
record StepCounts(List<Instant> bounds, List<StatisticsStep> steps) {
  /** Adds steps of the service to those that contain their beginnings. */
  static StepCounts of(List<Instant> bounds, List<JsonNode> documents) {
    List<StatisticsStep> steps =
        new ArrayList<>(Collections.nCopies(bounds.size() - 1, StatisticsStep.NONE));
    for (JsonNode document : documents) {
      Json.instant(document, "from")
          .map(from -> stepOf(from, bounds))
          .filter(step -> step >= 0 && step < steps.size())
          .ifPresent(step -> steps.set(step, steps.get(step).plus(StatisticsStep.of(document))));
    }
    return new StepCounts(bounds, List.copyOf(steps));
  }

  private static int stepOf(Instant at, List<Instant> bounds) {
    int place = Collections.binarySearch(bounds, at);
    return place >= 0 ? place : -place - 2;
  }

  /**
   * The first and last bounds of the longest spans whose steps all have that length: the service
   * has steps of 24 hours, but two days a year are longer or shorter. Such a day is a span alone.
   */
  static List<List<Instant>> evenSpans(List<Instant> bounds, Duration step) {
    List<List<Instant>> spans = new ArrayList<>();
    boolean isEven = false;
    for (int i = 1; i < bounds.size(); i++) {
      Instant from = bounds.get(i - 1);
      Instant to = bounds.get(i);
      boolean goesOn = isEven;
      isEven = Duration.between(from, to).equals(step);
      if (goesOn && isEven) {
        from = spans.removeLast().getFirst();
      }
      spans.add(List.of(from, to));
    }
    return spans;
  }
}
