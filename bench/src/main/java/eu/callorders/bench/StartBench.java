package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long a first and a second start take until {@code ready}, and what an idle node holds. */
public final class StartBench {
  private static final int SECOND_STARTS = 3;
  private static final long IDLE_MILLIS = 10_000;

  private StartBench() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    BenchReport figures = new BenchReport("start");
    List<Double> seconds = new ArrayList<>();
    List<Double> resident = new ArrayList<>();
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      try (Sandbox first = Sandbox.startIn(directory.path(), Map.of())) {
        figures.add("first start", first.startedIn().toMillis() / 1000.0, "s");
      }
      for (int start = 0; start < SECOND_STARTS; start++) {
        try (Sandbox again = Sandbox.startIn(directory.path(), Map.of())) {
          seconds.add(again.startedIn().toMillis() / 1000.0);
          Thread.sleep(IDLE_MILLIS);
          resident.add(resident(again.pid()));
        }
      }
    }
    figures.add("second start", median(seconds), "s");
    figures.add("idle memory of the JVM", median(resident), "MB");
    figures.end();
  }

  private static double median(List<Double> values) {
    return BenchReport.median(values.stream().mapToDouble(value -> value).toArray());
  }

  /** What Linux says of the process, in megabytes. */
  private static double resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024 / 1e6)
        .findFirst()
        .orElse(Double.NaN);
  }
}
