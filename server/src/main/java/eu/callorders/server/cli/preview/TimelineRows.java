package eu.callorders.server.cli.preview;

import eu.callorders.core.forecast.DryRunPath;
import eu.callorders.core.forecast.DryRunStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The events of a forecast with their instants in its three runs. */
final class TimelineRows {
  private final Forecast forecast;
  private final List<Row> rows = new ArrayList<>();

  /**
   * An event.
   *
   * @param step the step's id; empty when it is that of the row above
   * @param earliest null, as the two others, when the run lacks the event
   * @param dial of the random run, else of the latest; null when it is no dial
   */
  record Row(
      String step,
      String event,
      @Nullable Instant earliest,
      @Nullable Instant drawn,
      @Nullable Instant latest,
      DryRunStep.@Nullable Dial dial) {}

  private TimelineRows(Forecast forecast) {
    this.forecast = forecast;
  }

  static List<Row> of(Forecast forecast) {
    TimelineRows rows = new TimelineRows(forecast);
    for (int step = 0; step < forecast.steps().size(); step++) {
      rows.add(step);
    }
    rows.rows.add(
        new Row(
            "",
            "enrollment " + forecast.latest().end().status().wire(),
            forecast.earliest().endedAt(),
            forecast.drawn().endedAt(),
            forecast.latest().endedAt(),
            null));
    return rows.rows;
  }

  private void add(int step) {
    String id = forecast.steps().path(step).path("id").asText();
    List<DryRunStep> legs =
        Stream.of(forecast.earliest(), forecast.drawn(), forecast.latest())
            .flatMap(path -> step(path, step).stream())
            .toList();
    if (legs.isEmpty()) {
      add(id, "is never begun", step, leg -> null);
    } else if (legs.getFirst() instanceof DryRunStep.Waiting) {
      add(id, "wait begins", step, DryRunStep::startedAt);
      if (legs.stream()
          .anyMatch(leg -> leg instanceof DryRunStep.Waiting waiting && isMoved(waiting))) {
        add(
            "",
            "is over",
            step,
            leg -> leg instanceof DryRunStep.Waiting waiting ? waiting.dueAt() : null);
      }
      add("", "wakes up", step, DryRunStep::endedAt);
    } else {
      add(id, "order is created", step, DryRunStep::startedAt);
      int maxDials = legs.stream().mapToInt(leg -> dials(leg).size()).max().orElse(0);
      for (int dial = 0; dial < maxDials; dial++) {
        addDial(step, dial, legs.getFirst());
      }
    }
  }

  private static boolean isMoved(DryRunStep.Waiting waiting) {
    return waiting.endedAt().isAfter(waiting.dueAt());
  }

  private void addDial(int step, int number, DryRunStep order) {
    int maxDials = order instanceof DryRunStep.Calls calls ? calls.maxAttempts() : 0;
    DryRunStep.Dial shown =
        Stream.of(forecast.drawn(), forecast.latest())
            .flatMap(path -> dial(path, step, number).stream())
            .findFirst()
            .orElse(null);
    rows.add(
        new Row(
            "",
            "dial %d of %d".formatted(number + 1, maxDials),
            dial(forecast.earliest(), step, number).map(DryRunStep.Dial::at).orElse(null),
            dial(forecast.drawn(), step, number).map(DryRunStep.Dial::at).orElse(null),
            dial(forecast.latest(), step, number).map(DryRunStep.Dial::at).orElse(null),
            shown));
  }

  private void add(
      String id, String event, int step, Function<DryRunStep, @Nullable Instant> when) {
    rows.add(
        new Row(
            id,
            event,
            step(forecast.earliest(), step).map(when).orElse(null),
            step(forecast.drawn(), step).map(when).orElse(null),
            step(forecast.latest(), step).map(when).orElse(null),
            null));
  }

  static Optional<DryRunStep> step(DryRunPath path, int step) {
    return path.steps().stream().filter(leg -> leg.step() == step).findFirst();
  }

  static List<DryRunStep.Dial> dials(DryRunStep leg) {
    return leg instanceof DryRunStep.Calls calls ? calls.dials() : List.of();
  }

  private static Optional<DryRunStep.Dial> dial(DryRunPath path, int step, int number) {
    return step(path, step).map(TimelineRows::dials).stream()
        .flatMap(List::stream)
        .skip(number)
        .findFirst();
  }
}
