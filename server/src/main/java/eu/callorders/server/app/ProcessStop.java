package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.concurrent.ProcessExit;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a signal does: the node stops within 20 seconds, whatever its parts do. */
final class ProcessStop {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessStop.class);

  /** A balancer that looks once a second sees that the node is not ready, and sends nothing. */
  private static final Duration NOTICE = Duration.ofMillis(1500);

  private static final Duration LOG_LIMIT = Duration.ofMillis(500);

  private ProcessStop() {}

  /**
   * Stops the node of this process, and ends the process with exit code 0. Does nothing when the
   * node has been closed: the process then ends with a code of its own.
   *
   * @param limit how long the stop may take
   */
  static void run(Node node, Duration limit) {
    if (node.isClosed()) {
      return;
    }
    Thread.ofPlatform().daemon().name("stop-deadline").start(() -> haltAtDeadline(node, limit));
    node.announceStop();
    LockSupport.parkNanos(NOTICE.toNanos());
    node.close();
    node.halt(0);
  }

  private static void haltAtDeadline(Node node, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    try {
      BoundedStep.run(
          LOG_LIMIT,
          () -> LOG.error("the stop took longer than {} s: ending the process", limit.toSeconds()));
    } finally {
      node.abortAndHalt(ProcessExit.STOP_DEADLINE);
    }
  }
}
