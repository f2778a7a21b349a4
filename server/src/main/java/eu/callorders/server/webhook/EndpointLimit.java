package eu.callorders.server.webhook;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is under way to one endpoint, and how much may be. {@link ConcurrencyLimiter} guards it. */
final class EndpointLimit {
  private static final int WIDEST = 64;
  private static final int FIRST = 2;

  /**
   * What may be leased for an endpoint that answers at once: more than may fly, so that one lease
   * takes many, and little enough that the last of them begins soon.
   */
  private static final int SWIFTEST = 256;

  /** As long as that an answer may take at an endpoint that is swift. */
  private static final Duration SWIFT = Duration.ofMillis(100);

  /** So many failures in a row are no chance. */
  private static final int FAILING = 3;

  /** As many of a replay at once: they wait behind what is fresh. */
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

  /** With a swift one it is worth waiting until there is room for many. */
  int room() {
    int room = width - inFlight.deliveries();
    return width > WIDEST && room < width / 4 ? 0 : room;
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

  /** Whether nothing is remembered but how it began. */
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

  /** The next attempt that may begin. */
  @Nullable Runnable next() {
    boolean mayFly = inFlight.deliveries() - held.size() < Math.min(width, WIDEST);
    return mayFly ? held.poll() : null;
  }
}
