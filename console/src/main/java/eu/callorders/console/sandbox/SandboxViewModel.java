package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Watches the tenant's clock, lets it walk, and notes what happens on the way. */
final class SandboxViewModel {
  private static final Duration WALKING = Duration.ofMillis(500);
  private static final Duration STANDING = Duration.ofSeconds(3);

  private final BackgroundExecutor background;
  private final Session session;
  private final String path;
  private final ClockEvents stops;
  private final ClockState clock = new ClockState();
  private @Nullable BackgroundTask watching;

  /** Counts what was asked of the clock: a reading from before that tells nothing any more. */
  private final AtomicInteger age = new AtomicInteger();

  SandboxViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.stops = new ClockEvents(background);
    this.path = "/admin/v1/tenants/" + session.tenantId() + "/test-clock";
  }

  private ApiClient administration() {
    return session.administration().orElseThrow();
  }

  /** Begins to watch the clock, unless it does already or nobody wants to wait. */
  void start() {
    if (watching == null && clock.isFollowed()) {
      watching = background.repeat(this::watch);
    }
  }

  void stop() {
    if (watching != null) {
      watching.cancel();
      watching = null;
    }
  }

  /** Waits no longer: the clock goes on, but nobody here follows it. */
  void leave() {
    if (clock.walking().get()) {
      stop();
      age.incrementAndGet();
      clock.unwatched(true);
    }
  }

  /** Follows it again. */
  void watchAgain() {
    stop();
    clock.unwatched(false);
    start();
  }

  private Duration watch() throws ApiException {
    int read = age.get();
    try {
      JsonNode told = administration().get(path).body();
      told(read, () -> clock.show(told));
      return ClockState.advances(told) ? WALKING : STANDING;
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      told(read, () -> unread(e.failure()));
      return STANDING;
    }
  }

  private void told(int read, Runnable change) {
    background.draw(
        () -> {
          if (read == age.get()) {
            change.run();
          }
        });
  }

  private void unread(Failure why) {
    clock.unread(why);
    if (!clock.isFollowed()) {
      stop();
    }
  }

  /** Lets the clock walk; what happened on the way before is forgotten. */
  void advance(AdvanceRequest way) {
    Instant from = clock.now().get();
    if (from == null || clock.walking().get()) {
      return;
    }
    stop();
    int asked = age.incrementAndGet();
    stops.clear();
    clock.begin(from, way.target());
    background.run(
        () -> administration().post(path + "/advance", way.body()).body(),
        told -> answered(asked, () -> clock.show(told)),
        why -> answered(asked, () -> clock.refused(why)));
  }

  private void answered(int asked, Runnable change) {
    if (asked == age.get()) {
      change.run();
      start();
    }
  }

  /** Takes notice of what happens on the way. */
  void happened(List<JsonNode> events) {
    if (clock.walk().get() != null && clock.isFollowed()) {
      stops.add(events);
    }
  }

  ClockState clock() {
    return clock;
  }

  /** What happened on the latest walk, newest first. */
  PagedRows<ClockEvent> stops() {
    return stops.rows();
  }
}
