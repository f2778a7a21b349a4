package eu.callorders.server.app;

import com.sun.management.HotSpotDiagnosticMXBean;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.worker.LoopWatchdog;
import eu.callorders.server.worker.LoopWatchdogPolicy;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * Ends a test process whose service has a stuck loop, instead of waiting for the limit of the whole
 * build. The stacks of all threads, virtual ones too, are in {@code target/stalled-PID.txt}.
 */
final class TestWatchdog {
  private TestWatchdog() {}

  static LoopWatchdog start(Vertx vertx) {
    return LoopWatchdog.start(vertx, LoopWatchdogPolicy.DEFAULT, TestWatchdog::halt);
  }

  private static void halt() {
    Path file =
        Path.of("target", "stalled-" + ProcessHandle.current().pid() + ".txt").toAbsolutePath();
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
    } catch (IOException e) {
      e.printStackTrace();
    } finally {
      Runtime.getRuntime().halt(ProcessExit.LOOP_STALLED);
    }
  }
}
