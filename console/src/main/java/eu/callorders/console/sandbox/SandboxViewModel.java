package eu.callorders.console.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.event.EventRow;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Polls the tenant's clock, advances it and collects the events of an advance. */
final class SandboxViewModel {
  static final int MAX_EVENTS = 2_000;

  private static final Duration ADVANCING_INTERVAL = Duration.ofMillis(500);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(3);

  /**
   * What falls due during an advance, among the newest planned orders and running enrollments.
   *
   * @param isIncomplete whether there are older ones, which were not counted
   */
  record AdvanceImpact(int orders, int enrollments, boolean isIncomplete) {}

  /** The events of the latest advance, newest first; drops the oldest beyond the limit. */
  final PagedRows<EventRow> clockEvents;

  final ClockState clock = new ClockState();
  private final BackgroundExecutor background;
  private final Session session;
  private final String path;
  private final Poller<JsonNode> poller;

  /** Volatile since exports read it off the UI thread. */
  private volatile List<EventRow> exported = List.of();

  /** Incremented when an advance starts or is no longer watched: its late response is dropped. */
  private int generation;

  SandboxViewModel(BackgroundExecutor background, Session session) {
    this(background, session, ADVANCING_INTERVAL, IDLE_INTERVAL);
  }

  /**
   * @param advancingInterval pause between two polls while the clock advances
   * @param idleInterval pause while it does not, and after a failure
   */
  SandboxViewModel(
      BackgroundExecutor background,
      Session session,
      Duration advancingInterval,
      Duration idleInterval) {
    this.background = background;
    this.session = session;
    // events never change, so any copy is current
    this.clockEvents =
        new PagedRows<>(background, EventRow::id, Comparator.comparing(EventRow::id));
    clockEvents.restart(ignored -> new Page<>(exported, false, ""));
    this.path = "/admin/v1/tenants/" + session.tenantId() + "/test-clock";
    this.poller =
        new Poller<>(
            background,
            idleInterval,
            response -> ClockState.isAdvancing(response) ? advancingInterval : idleInterval,
            () -> administration().get(path).body(),
            clock::show,
            this::readFailed);
  }

  private ApiClient administration() {
    return session.administration().orElseThrow();
  }

  /** Starts polling unless it is running or the operator stopped waiting. */
  void start() {
    if (clock.isPolled()) {
      poller.start();
    }
  }

  void stop() {
    poller.stop();
  }

  /** Stops polling; the clock continues. */
  void stopWaiting() {
    if (clock.advancing.get()) {
      stop();
      generation++;
      clock.setUnwatched(true);
    }
  }

  void watchAgain() {
    stop();
    clock.setUnwatched(false);
    start();
  }

  private void readFailed(Failure cause) {
    clock.readFailed(cause);
    if (!clock.isPolled()) {
      stop();
    }
  }

  /** Loads what falls due until the target; empty when it cannot be read. */
  void loadImpact(Instant target, Consumer<Optional<AdvanceImpact>> loaded) {
    background.run(
        () -> impact(target),
        impact -> loaded.accept(Optional.of(impact)),
        ignored -> loaded.accept(Optional.empty()));
  }

  private AdvanceImpact impact(Instant target) throws ApiException {
    Page<JsonNode> orders = newest("/v1/call-orders", "scheduled");
    Page<JsonNode> enrollments = newest("/v1/enrollments", "active");
    return new AdvanceImpact(
        due(orders, "next_attempt_at", target),
        due(enrollments, "next_action_at", target),
        orders.hasMore() || enrollments.hasMore());
  }

  private Page<JsonNode> newest(String list, String status) throws ApiException {
    return session.api().page(list, Query.none().with("status", status), "");
  }

  private static int due(Page<JsonNode> page, String member, Instant target) {
    return (int)
        page.rows().stream()
            .flatMap(row -> Json.instant(row, member).stream())
            .filter(at -> !at.isAfter(target))
            .count();
  }

  /** Advances the clock and clears the events of the last advance. */
  void advance(AdvanceRequest request) {
    Instant from = clock.now.get();
    if (from == null || clock.advancing.get()) {
      return;
    }
    stop();
    int started = ++generation;
    limitEvents(0);
    clock.begin(from, request.target());
    background.run(
        () -> administration().post(path + "/advance", request.body()).body(),
        response -> advanceAnswered(started, () -> clock.show(response)),
        cause -> advanceAnswered(started, () -> clock.advanceFailed(cause)));
  }

  private void advanceAnswered(int started, Runnable update) {
    if (started == generation) {
      update.run();
      start();
    }
  }

  /** Collects events during an advance. */
  void handleEvents(List<JsonNode> events) {
    if (clock.lastAdvance.get() != null && clock.isPolled()) {
      clockEvents.putFirst(events.stream().map(EventRow::of).toList());
      limitEvents(MAX_EVENTS);
    }
  }

  /** Drops the events before a gap: the list has none. */
  void eventsMissed() {
    limitEvents(0);
  }

  private void limitEvents(int max) {
    clockEvents.truncate(max);
    exported = List.copyOf(clockEvents.rows());
  }
}
