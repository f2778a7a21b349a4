package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.PlaceAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the simulator remembers of attempts: all that run, and of the others a bounded number. */
final class CallBook {
  private static final Duration MEMORY = Duration.ofHours(1);

  private final int mostOver;
  private final Map<UUID, Entry> entries = new HashMap<>();
  private final Queue<Over> over = new ArrayDeque<>();

  /**
   * @param mostOver attempts that are over and still remembered; the oldest make room
   */
  CallBook(int mostOver) {
    this.mostOver = mostOver;
  }

  /**
   * What is known of one attempt.
   *
   * @param answer what placing it again answers
   * @param call null when it was refused, or when it is to be forgotten
   */
  record Entry(PlaceAnswer answer, @Nullable SimulatedCall call) {}

  @Nullable Entry find(UUID attemptId) {
    return entries.get(attemptId);
  }

  void put(UUID attemptId, Entry entry) {
    entries.put(attemptId, entry);
  }

  /** From now on the attempt may be dropped when its time has come. */
  void over(UUID attemptId, Instant now) {
    over.add(new Over(attemptId, now));
    expire(now);
  }

  /** Drops what is over for longer than an hour, and the oldest of too many. */
  void expire(Instant now) {
    Instant horizon = now.minus(MEMORY);
    for (Over oldest = over.peek();
        oldest != null && (over.size() > mostOver || !oldest.at().isAfter(horizon));
        oldest = over.peek()) {
      entries.remove(oldest.attemptId());
      over.remove();
    }
  }

  private record Over(UUID attemptId, Instant at) {}
}
