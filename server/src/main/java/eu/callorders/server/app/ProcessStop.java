package eu.callorders.server.app;

import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.concurrent.ProcessExit;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops the node within 20 seconds of a signal. */
final class ProcessStop {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessStop.class);

  /** Time for a load balancer that polls once per second to see that the node is not ready. */
  private static final Duration READINESS_NOTICE = Duration.ofMillis(1500);

  private static final Duration LOG_LIMIT = Duration.ofMillis(500);

  private ProcessStop() {}

  /**
   * Stops the node and ends the process with exit code 0. Does nothing when the node is closed: the
   * process then ends with its own code.
   *
   * @param limit time limit of the stop
   */
  static void run(Node node, Duration limit) {
    if (node.isClosed()) {
      return;
    }
    Thread.ofPlatform().daemon().name("stop-deadline").start(() -> haltAtDeadline(node, limit));
    node.announceStop();
    LockSupport.parkNanos(READINESS_NOTICE.toNanos());
    node.close();
    node.halt(0);
  }

  private static void haltAtDeadline(Node node, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    for (long remaining = limit.toNanos();
        remaining > 0;
        remaining = deadline - System.nanoTime()) {
      LockSupport.parkNanos(remaining);
    }
    try {
      BoundedStep.run(
          LOG_LIMIT, () -> LOG.error("stop exceeded {} s: halting the process", limit.toSeconds()));
    } finally {
      node.abortAndHalt(ProcessExit.STOP_DEADLINE);
    }
  }
}
