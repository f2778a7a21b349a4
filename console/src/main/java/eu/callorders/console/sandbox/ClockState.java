package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import java.time.Instant;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The state of the tenant's clock and its latest advance. */
final class ClockState {
  private static final int NOT_FOUND = 404;

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

  private final ReadOnlyObjectWrapper<@Nullable Instant> now = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable ClockAdvance> walk = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper walking = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Notice> notice = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private boolean doubt;

  static boolean advances(JsonNode clock) {
    return clock.path("status").asText().equals("advancing");
  }

  /** Shows a response of the service. */
  void show(JsonNode clock) {
    Instant time = Instant.parse(clock.path("now").asText());
    boolean isRunning = advances(clock);
    ClockAdvance current = walk.get();
    failure.set(null);
    now.set(time);
    if (current != null && walking.get()) {
      walk.set(new ClockAdvance(current.from(), time, current.target()));
      if (!isRunning && time.isBefore(current.target())) {
        notice.set(doubt ? Notice.NOT_BEGUN : Notice.INTERRUPTED);
      }
    } else if (isRunning) {
      walk.set(new ClockAdvance(time, time, time)); // started by another client
    }
    doubt = false;
    walking.set(isRunning);
  }

  /**
   * While the service is unreachable, the advance stays unchanged: it continues with the service.
   */
  void unread(Failure cause) {
    if (cause instanceof Failure.Refused refused && refused.problem().status() == NOT_FOUND) {
      stand();
      now.set(null);
      failure.set(null);
      notice.set(Notice.ABSENT);
    } else {
      failure.set(cause);
    }
  }

  private void stand() {
    walking.set(false);
    walk.set(null);
  }

  void begin(Instant from, Instant target) {
    notice.set(null);
    walk.set(new ClockAdvance(from, from, target));
    walking.set(true);
  }

  /**
   * After a lost response the clock shows whether it advances: a repeated request would advance
   * twice.
   */
  void refused(Failure cause) {
    doubt = cause.leavesDoubt();
    if (!doubt) {
      stand();
    }
    unread(cause);
  }

  void unwatched(boolean unwatched) {
    notice.set(unwatched ? Notice.UNWATCHED : null);
  }

  /** Whether the clock is polled. */
  boolean isFollowed() {
    return notice.get() != Notice.UNWATCHED && notice.get() != Notice.ABSENT;
  }

  /** The current time of the tenant; null before the first read. */
  ReadOnlyObjectProperty<@Nullable Instant> now() {
    return now.getReadOnlyProperty();
  }

  /** The time that an advance starts from; while advancing, its start. */
  @Nullable Instant start() {
    ClockAdvance advance = walk.get();
    return advance != null && walking.get() ? advance.from() : now.get();
  }

  /** The latest advance, null for none. */
  ReadOnlyObjectProperty<@Nullable ClockAdvance> walk() {
    return walk.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty walking() {
    return walking.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Notice> notice() {
    return notice.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
