package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The state of the tenant's clock and its latest advance. */
final class ClockState {
  static final double UNKNOWN_PROGRESS = -1;

  private static final int NOT_FOUND = 404;

  /**
   * A running or completed advance of the clock.
   *
   * @param now current time
   * @param target end of the advance; equals {@code now} when unknown
   */
  record ClockAdvance(Instant from, Instant now, Instant target) {
    /** Between 0 and 1, or {@link #UNKNOWN_PROGRESS}. */
    double progress() {
      long total = Duration.between(from, target).toMillis();
      double elapsed = Duration.between(from, now).toMillis();
      return total <= 0 ? UNKNOWN_PROGRESS : Math.clamp(elapsed / total, 0, 1);
    }
  }

  /** A message besides the time. */
  enum Notice {
    /** The operator stopped waiting; the clock continues. */
    UNWATCHED,
    /** The tenant has no test clock: only sandbox tenants do. */
    ABSENT,
    /** The request was lost and the clock did not start. */
    NOT_BEGUN,
    /** The clock stopped before its target. */
    INTERRUPTED
  }

  /** The current time of the tenant; null before the first read. */
  final ObjectProperty<@Nullable Instant> now = new SimpleObjectProperty<>();

  /** The latest advance, null for none. */
  final ObjectProperty<@Nullable ClockAdvance> lastAdvance = new SimpleObjectProperty<>();

  final BooleanProperty advancing = new SimpleBooleanProperty();
  final ObjectProperty<@Nullable Notice> notice = new SimpleObjectProperty<>();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private boolean uncertain;

  static boolean isAdvancing(JsonNode clock) {
    return clock.path("status").asText().equals("advancing");
  }

  void show(JsonNode clock) {
    Json.instant(clock, "now")
        .ifPresentOrElse(
            time -> show(clock, time),
            () -> failure.set(new Failure.Unexpected("no time: " + clock.path("now"))));
  }

  private void show(JsonNode clock, Instant time) {
    boolean isRunning = isAdvancing(clock);
    ClockAdvance current = lastAdvance.get();
    failure.set(null);
    now.set(time);
    if (current != null && advancing.get()) {
      lastAdvance.set(new ClockAdvance(current.from(), time, current.target()));
      if (!isRunning && time.isBefore(current.target())) {
        notice.set(uncertain ? Notice.NOT_BEGUN : Notice.INTERRUPTED);
      }
    } else if (isRunning) {
      lastAdvance.set(new ClockAdvance(time, time, time)); // started by another client
    }
    uncertain = false;
    advancing.set(isRunning);
  }

  /** While the service is unreachable, the advance continues, since it runs in the service. */
  void readFailed(Failure cause) {
    if (cause.isRefused(NOT_FOUND)) {
      stop();
      now.set(null);
      failure.set(null);
      notice.set(Notice.ABSENT);
    } else {
      failure.set(cause);
    }
  }

  private void stop() {
    advancing.set(false);
    lastAdvance.set(null);
  }

  void begin(Instant from, Instant target) {
    notice.set(null);
    lastAdvance.set(new ClockAdvance(from, from, target));
    advancing.set(true);
  }

  /**
   * After a lost response the clock shows whether it advances: a repeated request would advance
   * twice.
   */
  void advanceFailed(Failure cause) {
    uncertain = cause.isOutcomeUnknown();
    if (!uncertain) {
      stop();
    }
    readFailed(cause);
  }

  void setUnwatched(boolean unwatched) {
    notice.set(unwatched ? Notice.UNWATCHED : null);
  }

  boolean isPolled() {
    return notice.get() != Notice.UNWATCHED && notice.get() != Notice.ABSENT;
  }

  /** The time that an advance starts from; while advancing, its start. */
  @Nullable Instant start() {
    ClockAdvance advance = lastAdvance.get();
    return advance != null && advancing.get() ? advance.from() : now.get();
  }
}
