package eu.callorders.server.app;

import eu.callorders.server.Await;
import eu.callorders.server.BlockedLog;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.worker.LoopWatchdogPolicy;
import eu.callorders.server.worker.WorkLoop;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A process node whose halts are recorded instead of executed. */
class HaltTest {
  private static final Duration STOP = Duration.ofMillis(100);
  private static final LoopWatchdogPolicy SHORT_TIMEOUTS =
      new LoopWatchdogPolicy(
          Duration.ofMillis(50),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2));

  private final Queue<Integer> exitCodes = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean stuck = new AtomicBoolean(true);

  @Test
  void haltsWhenLoopIsStuckAndWhenStopTimesOut() {
    HaltPolicy policy = new HaltPolicy(SHORT_TIMEOUTS, STOP, exitCodes::add);
    try (Node node = RunningService.shared().startNode(policy);
        BlockedLog log = BlockedLog.of(ProcessStop.class)) {
      WorkLoop.start(node.vertx(), "stuck", this::work);
      awaitExit(ProcessExit.LOOP_STALLED);
      stuck.set(false);

      ProcessStop.run(node, STOP);

      log.awaitBlocked();
      awaitExit(ProcessExit.STOP_DEADLINE);
      awaitExit(0);
    } finally {
      stuck.set(false);
    }
  }

  private Duration work() {
    while (stuck.get()) {
      LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
    }
    return Duration.ofDays(1);
  }

  private void awaitExit(int code) {
    Await.until("exit code " + code, () -> exitCodes.contains(code));
  }
}
