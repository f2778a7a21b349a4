package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import java.time.Instant;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** What is known of a tenant's clock and its latest walk. */
final class ClockState {
  private static final int NOT_FOUND = 404;

  /** What there is to say besides the time. */
  enum Notice {
    /** The operator waits no longer; the clock goes on. */
    UNWATCHED,
    /** This tenant has no clock of its own: only the sandbox has. */
    ABSENT,
    /** No answer came to the request to walk, and the clock stands. */
    NOT_BEGUN,
    /** It stands before its target. */
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

  /** As it was read. */
  void show(JsonNode clock) {
    Instant at = Instant.parse(clock.path("now").asText());
    boolean going = advances(clock);
    ClockAdvance known = walk.get();
    failure.set(null);
    now.set(at);
    if (known != null && walking.get()) {
      walk.set(new ClockAdvance(known.from(), at, known.target()));
      if (!going && at.isBefore(known.target())) {
        notice.set(doubt ? Notice.NOT_BEGUN : Notice.INTERRUPTED);
      }
    } else if (going) {
      walk.set(new ClockAdvance(at, at, at)); // somebody else has begun it
    }
    doubt = false;
    walking.set(going);
  }

  /** While the service is away, the walk stays as it was: it goes on with the service. */
  void unread(Failure why) {
    if (why instanceof Failure.Refused refused && refused.problem().status() == NOT_FOUND) {
      stand();
      now.set(null);
      failure.set(null);
      notice.set(Notice.ABSENT);
    } else {
      failure.set(why);
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

  /** When the answer was lost, the clock itself tells whether it walks: to ask twice is twice. */
  void refused(Failure why) {
    doubt = why.leavesDoubt();
    if (!doubt) {
      stand();
    }
    unread(why);
  }

  void unwatched(boolean unwatched) {
    notice.set(unwatched ? Notice.UNWATCHED : null);
  }

  /** Whether anything may be told of it by reading it. */
  boolean isFollowed() {
    return notice.get() != Notice.UNWATCHED && notice.get() != Notice.ABSENT;
  }

  /** The tenant's time; null before it was read. */
  ReadOnlyObjectProperty<@Nullable Instant> now() {
    return now.getReadOnlyProperty();
  }

  /** From where a walk is reckoned: while the clock is on its way, where it set out. */
  @Nullable Instant start() {
    ClockAdvance known = walk.get();
    return known != null && walking.get() ? known.from() : now.get();
  }

  /** The latest walk that was seen, null for none. */
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
