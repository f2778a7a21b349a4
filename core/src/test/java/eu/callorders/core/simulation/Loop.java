package eu.callorders.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One loop of a node: one round at a time, on wake-up and when work is due. */
abstract class Loop {
  /** Maximum time until the work of other nodes is noticed, in milliseconds. */
  static final int POLL_MILLIS = 500;

  private static final long AFTER_FAULT = 1_000;

  final SimulatedNode node;
  final SimulatedStore store;
  final VirtualScheduler world;
  private boolean running;
  private boolean wakeRequested;
  private long wakesAt = Long.MAX_VALUE;

  Loop(SimulatedNode node, SimulatedStore store) {
    this.node = node;
    this.store = store;
    this.world = node.world();
  }

  /** Does the due work, then calls {@link #finished} or {@link #failed}. */
  abstract void round();

  /** When work is due without a wake-up; real time. */
  abstract Optional<Instant> nextDue();

  final void wake(long millis) {
    if (running) {
      wakeRequested = true;
      return;
    }
    long at = world.now().toEpochMilli() + millis;
    if (at < wakesAt) {
      wakesAt = at;
      node.after(millis, () -> begin(at));
    }
  }

  private void begin(long at) {
    if (running || at != wakesAt) {
      return; // woken earlier
    }
    wakesAt = Long.MAX_VALUE;
    running = true;
    wakeRequested = false;
    round();
  }

  final void finished(boolean worked) {
    running = false;
    if (worked || wakeRequested) {
      wake(wakeRequested && !worked ? world.random.nextInt(POLL_MILLIS) : 1);
    } else {
      nextDue().ifPresent(due -> wake(until(due)));
    }
  }

  private long until(Instant due) {
    long left = Duration.between(world.now(), due).toMillis();
    return left > 0 ? left + world.random.nextInt(5) : world.random.nextInt(POLL_MILLIS);
  }

  final void failed() {
    running = false;
    wake(world.between(1, AFTER_FAULT));
  }
}
