package eu.callorders.server.webhook.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** In-flight state and limit of one endpoint, guarded by {@link ConcurrencyLimiter}. */
final class EndpointLimit {
  private static final int MAX_LIMIT = 64;
  private static final int INITIAL_LIMIT = 2;

  /** Leases of a fast endpoint: above the running ones, so that one claim takes many. */
  private static final int MAX_FAST_LIMIT = 256;

  /** Longest response time of a fast endpoint. */
  private static final Duration FAST_RESPONSE = Duration.ofMillis(100);

  /** Consecutive failures from which an endpoint counts as failing. */
  private static final int FAILING_THRESHOLD = 3;

  /** Replayed deliveries at once; new ones go first. */
  private static final int MAX_REPLAYED = 4;

  private final InFlight inFlight = new InFlight();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private @Nullable UUID tenantId;
  private int limit = INITIAL_LIMIT;
  private boolean proven;
  private int failures;
  private int replayed;

  InFlight inFlight() {
    return inFlight;
  }

  /** Null until the first delivery. */
  @Nullable UUID tenantId() {
    return tenantId;
  }

  /** For a fast endpoint, zero until a claim is worthwhile. */
  int capacity() {
    int capacity = limit - inFlight.deliveries();
    return limit > MAX_LIMIT && capacity < limit / 2 ? 0 : capacity;
  }

  int replayCapacity() {
    return Math.max(0, MAX_REPLAYED - replayed);
  }

  boolean isProven() {
    return proven;
  }

  boolean isFailing() {
    return failures >= FAILING_THRESHOLD;
  }

  /** Whether the state equals that of an unknown endpoint. */
  boolean isInitial() {
    return inFlight.isEmpty() && limit == INITIAL_LIMIT;
  }

  void begin(ClaimedDelivery claimed) {
    tenantId = claimed.tenantId();
    inFlight.add(claimed);
    replayed += claimed.replay() ? 1 : 0;
  }

  void end(ClaimedDelivery claimed) {
    inFlight.remove(claimed);
    replayed -= claimed.replay() ? 1 : 0;
  }

  void recordResult(boolean delivered, Duration took) {
    int widest = took.compareTo(FAST_RESPONSE) < 0 ? MAX_FAST_LIMIT : MAX_LIMIT;
    limit = delivered ? Math.min(widest, 2 * limit) : 1;
    failures = delivered ? 0 : failures + 1;
    proven = delivered;
  }

  void enqueue(Runnable attempt) {
    waiting.add(attempt);
  }

  /** The next attempt within the limit; null when none may start. */
  @Nullable Runnable poll() {
    boolean mayStart = inFlight.deliveries() - waiting.size() < Math.min(limit, MAX_LIMIT);
    return mayStart ? waiting.poll() : null;
  }
}
