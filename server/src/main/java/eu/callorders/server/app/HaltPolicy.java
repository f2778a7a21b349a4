package eu.callorders.server.app;

import eu.callorders.server.worker.LoopWatchdogPolicy;
import java.time.Duration;
import java.util.function.IntConsumer;

/**
 * When the process is halted.
 *
 * @param loops the policy for stuck loops
 * @param stopTimeout time limit of a stop, without that of the embedded PostgreSQL
 * @param halt ends the process at once, with an exit code
 */
record HaltPolicy(LoopWatchdogPolicy loops, Duration stopTimeout, IntConsumer halt) {
  static final HaltPolicy DEFAULT =
      new HaltPolicy(
          LoopWatchdogPolicy.DEFAULT, Duration.ofSeconds(17), Runtime.getRuntime()::halt);
}
