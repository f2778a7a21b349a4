package eu.callorders.server.app;

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

  /** Leaves time to end the embedded PostgreSQL at once. */
  private static final Duration DEADLINE = Duration.ofSeconds(17);

  private ProcessStop() {}

  /**
   * Stops the node of this process, and ends the process with exit code 0. Does nothing when the
   * node has been closed: the process then ends with a code of its own.
   */
  static void run(Node node) {
    if (node.isClosed()) {
      return;
    }
    Thread.ofPlatform().daemon().name("stop-deadline").start(() -> haltAtDeadline(node));
    node.announceStop();
    LockSupport.parkNanos(NOTICE.toNanos());
    node.close();
    Runtime.getRuntime().halt(0);
  }

  private static void haltAtDeadline(Node node) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    for (long left = DEADLINE.toNanos(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    LOG.error("the stop took longer than {} s: ending the process", DEADLINE.toSeconds());
    node.abortDatabase();
    Runtime.getRuntime().halt(ProcessExit.STOP_DEADLINE);
  }
}
