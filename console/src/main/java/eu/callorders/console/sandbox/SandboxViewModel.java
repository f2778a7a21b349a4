package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The tenant's clock, and what happens while it walks. */
final class SandboxViewModel {
  static final int STOPS_AT_MOST = 2_000;

  private static final Duration WALKING = Duration.ofMillis(500);
  private static final Duration STANDING = Duration.ofSeconds(3);

  private final Background background;
  private final Session session;
  private final String path;
  private final ObservableList<Stop> stops = FXCollections.observableArrayList();
  private final ReadOnlyObjectWrapper<@Nullable Instant> now = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Walk> walk = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper walking = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable Work watching;

  /** Counts what was asked of the clock: a reading from before that tells nothing any more. */
  private final AtomicInteger age = new AtomicInteger();

  SandboxViewModel(Background background, Session session) {
    this.background = background;
    this.session = session;
    this.path = "/admin/v1/tenants/" + session.tenantId() + "/test-clock";
  }

  private ApiClient administration() {
    return session.administration().orElseThrow();
  }

  /** Begins to watch the clock, unless it does already. */
  void start() {
    if (watching == null) {
      watching = background.repeat(this::watch);
    }
  }

  void stop() {
    if (watching != null) {
      watching.cancel();
      watching = null;
    }
  }

  private Duration watch() throws ApiException {
    int read = age.get();
    try {
      JsonNode clock = administration().get(path).body();
      background.draw(
          () -> {
            if (read == age.get()) {
              show(clock);
            }
          });
      return advances(clock) ? WALKING : STANDING;
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      background.draw(() -> failure.set(e.failure()));
      return STANDING;
    }
  }

  private static boolean advances(JsonNode clock) {
    return clock.path("status").asText().equals("advancing");
  }

  private void show(JsonNode clock) {
    Instant at = Instant.parse(clock.path("now").asText());
    failure.set(null);
    now.set(at);
    boolean going = advances(clock);
    Walk known = walk.get();
    if (known != null && walking.get()) {
      walk.set(new Walk(known.from(), at, known.target()));
    } else if (going) {
      walk.set(new Walk(at, at, at)); // somebody else has begun it
    }
    walking.set(going);
  }

  /** Lets the clock walk; what happened on the way before is forgotten. */
  void advance(Advance way) {
    Instant from = now.get();
    if (from == null || walking.get()) {
      return;
    }
    stop();
    age.incrementAndGet();
    stops.clear();
    walk.set(new Walk(from, from, way.target()));
    walking.set(true);
    background.run(
        () -> administration().post(path + "/advance", way.body()).body(),
        clock -> {
          show(clock);
          start();
        },
        why -> {
          walking.set(false);
          walk.set(null);
          failure.set(why);
          start();
        });
  }

  /** Takes notice of what happens on the way. */
  void happened(List<JsonNode> events) {
    if (walk.get() != null) {
      stops.addAll(events.stream().map(Stop::of).toList());
      int excess = stops.size() - STOPS_AT_MOST;
      if (excess > 0) {
        stops.remove(0, excess);
      }
    }
  }

  /** Oldest first. */
  ObservableList<Stop> stops() {
    return stops;
  }

  /** The tenant's time; null before it was read. */
  ReadOnlyObjectProperty<@Nullable Instant> now() {
    return now.getReadOnlyProperty();
  }

  /** The latest walk that was seen, null for none. */
  ReadOnlyObjectProperty<@Nullable Walk> walk() {
    return walk.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty walking() {
    return walking.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
