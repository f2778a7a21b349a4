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

/** Polls the tenant's clock, advances it and collects the events of an advance. */
final class SandboxViewModel {
  private static final Duration WALKING = Duration.ofMillis(500);
  private static final Duration STANDING = Duration.ofSeconds(3);

  private final BackgroundExecutor background;
  private final Session session;
  private final String path;
  private final ClockEvents stops;
  private final ClockState clock = new ClockState();
  private @Nullable BackgroundTask watching;

  /** Incremented per request: drops polls that started before it. */
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

  /** Starts polling unless it is running or the operator stopped waiting. */
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

  /** Stops polling; the clock continues. */
  void leave() {
    if (clock.walking().get()) {
      stop();
      age.incrementAndGet();
      clock.unwatched(true);
    }
  }

  /** Resumes polling. */
  void watchAgain() {
    stop();
    clock.unwatched(false);
    start();
  }

  private Duration watch() throws ApiException {
    int requestAge = age.get();
    try {
      JsonNode response = administration().get(path).body();
      told(requestAge, () -> clock.show(response));
      return ClockState.advances(response) ? WALKING : STANDING;
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Stopped) {
        throw e;
      }
      told(requestAge, () -> unread(e.failure()));
      return STANDING;
    }
  }

  private void told(int requestAge, Runnable update) {
    background.draw(
        () -> {
          if (requestAge == age.get()) {
            update.run();
          }
        });
  }

  private void unread(Failure cause) {
    clock.unread(cause);
    if (!clock.isFollowed()) {
      stop();
    }
  }

  /** Advances the clock and clears the events of the last advance. */
  void advance(AdvanceRequest request) {
    Instant from = clock.now().get();
    if (from == null || clock.walking().get()) {
      return;
    }
    stop();
    int requestAge = age.incrementAndGet();
    stops.clear();
    clock.begin(from, request.target());
    background.run(
        () -> administration().post(path + "/advance", request.body()).body(),
        response -> answered(requestAge, () -> clock.show(response)),
        cause -> answered(requestAge, () -> clock.refused(cause)));
  }

  private void answered(int requestAge, Runnable update) {
    if (requestAge == age.get()) {
      update.run();
      start();
    }
  }

  /** Collects events during an advance. */
  void happened(List<JsonNode> events) {
    if (clock.walk().get() != null && clock.isFollowed()) {
      stops.add(events);
    }
  }

  ClockState clock() {
    return clock;
  }

  /** The events of the latest advance, newest first. */
  PagedRows<ClockEvent> stops() {
    return stops.rows();
  }
}
