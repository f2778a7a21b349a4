package eu.callorders.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long a first and a second start take until {@code ready}, and what an idle node holds. */
final class StartBench {
  private static final int SECOND_STARTS = 3;
  private static final long IDLE_MILLIS = 10_000;

  static void main(String[] arguments) throws Exception {
    BenchReport figures = new BenchReport("start");
    List<Double> seconds = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      try (Sandbox first = Sandbox.start(directory.path(), Map.of())) {
        figures.add("first start", first.startedIn().toMillis() / 1000.0, "s");
      }
      for (int start = 0; start < SECOND_STARTS; start++) {
        try (Sandbox again = Sandbox.start(directory.path(), Map.of())) {
          seconds.add(again.startedIn().toMillis() / 1000.0);
          Thread.sleep(IDLE_MILLIS);
          resident.add(ProcessUsage.resident(again.process().pid()) / 1e6);
        }
      }
    }
    figures.add("second start", BenchReport.median(seconds), "s");
    figures.add("idle memory of the JVM", BenchReport.median(resident), "MB");
    figures.end();
  }
}
