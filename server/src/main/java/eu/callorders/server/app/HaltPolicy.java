package eu.callorders.server.app;

import eu.callorders.server.worker.LoopWatchdogPolicy;
import java.time.Duration;
import java.util.function.IntConsumer;

/**
 * When the process ends, whatever its parts do.
 *
 * @param loops how long a loop may stand still
 * @param stop how long a stop may take, without the end of the embedded PostgreSQL
 * @param halt ends the process at once, with an exit code
 */
record HaltPolicy(LoopWatchdogPolicy loops, Duration stop, IntConsumer halt) {
  static final HaltPolicy DEFAULT =
      new HaltPolicy(
          LoopWatchdogPolicy.DEFAULT, Duration.ofSeconds(17), Runtime.getRuntime()::halt);
}
