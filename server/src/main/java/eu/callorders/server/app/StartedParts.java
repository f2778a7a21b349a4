package eu.callorders.server.app;

import eu.callorders.server.worker.ClaimingLoops;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a node in the order of their start. Thread-safe. */
final class StartedParts {
  private static final Logger LOG = LoggerFactory.getLogger(StartedParts.class);

  private final Deque<AutoCloseable> parts = new ConcurrentLinkedDeque<>();
  private final List<ClaimingLoops> claiming = new CopyOnWriteArrayList<>();

  <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    if (part instanceof ClaimingLoops loops) {
      claiming.add(loops);
    }
    return part;
  }

  void addAll(Collection<? extends AutoCloseable> several) {
    several.forEach(this::add);
  }

  /** No loop claims more work. Does not wait. */
  void stopClaims() {
    claiming.forEach(ClaimingLoops::stopClaims);
  }

  /** Closes the parts in reverse order; each has its own timeout. */
  void close() {
    for (AutoCloseable part = parts.poll(); part != null; part = parts.poll()) {
      close(part);
    }
  }

  static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.warn("stop failed: {}", part.getClass().getSimpleName(), e);
    }
  }
}
