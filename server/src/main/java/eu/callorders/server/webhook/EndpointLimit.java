package eu.callorders.server.webhook;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** In-flight state and limit of one endpoint, guarded by {@link ConcurrencyLimiter}. */
final class EndpointLimit {
  private static final int WIDEST = 64;
  private static final int FIRST = 2;

  /** Leases of a fast endpoint: above the running ones, so that one claim takes many. */
  private static final int SWIFTEST = 256;

  /** Longest response time of a fast endpoint. */
  private static final Duration SWIFT = Duration.ofMillis(100);

  /** Consecutive failures from which an endpoint counts as failing. */
  private static final int FAILING = 3;

  /** Replayed deliveries at once; new ones go first. */
  private static final int REPLAYED = 4;

  private final InFlight inFlight = new InFlight();
  private final Queue<Runnable> held = new ArrayDeque<>();
  private @Nullable UUID tenantId;
  private int width = FIRST;
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
  int room() {
    int capacity = width - inFlight.deliveries();
    return width > WIDEST && capacity < width / 4 ? 0 : capacity;
  }

  int replayRoom() {
    return Math.max(0, REPLAYED - replayed);
  }

  boolean isProven() {
    return proven;
  }

  boolean isFailing() {
    return failures >= FAILING;
  }

  /** Whether the state equals that of an unknown endpoint. */
  boolean isNew() {
    return inFlight.isEmpty() && width == FIRST;
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

  void judge(boolean delivered, Duration took) {
    int widest = took.compareTo(SWIFT) < 0 ? SWIFTEST : WIDEST;
    width = delivered ? Math.min(widest, 2 * width) : 1;
    failures = delivered ? 0 : failures + 1;
    proven = delivered;
  }

  void hold(Runnable attempt) {
    held.add(attempt);
  }

  /** The next attempt within the limit; null when none may start. */
  @Nullable Runnable next() {
    boolean mayStart = inFlight.deliveries() - held.size() < Math.min(width, WIDEST);
    return mayStart ? held.poll() : null;
  }
}
