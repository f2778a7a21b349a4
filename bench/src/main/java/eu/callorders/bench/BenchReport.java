package eu.callorders.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What a measurement prints: the machine, a line per figure, and all of it as one line of JSON. */
public final class BenchReport {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double BYTES_PER_GIB = 1 << 30;

  private final ObjectNode all = JSON.createObjectNode();

  public BenchReport(String bench) {
    String machine = machine();
    System.out.println(machine);
    all.put("bench", bench).put("machine", machine).put("scale", Scale.share());
  }

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "machine: %d cores, %.0f GiB, %s %s, JDK %s, scale %s",
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
            / BYTES_PER_GIB,
        System.getProperty("os.name"),
        System.getProperty("os.version"),
        System.getProperty("java.version"),
        Scale.share());
  }

  public void add(String name, double value, String unit) {
    add(name, value, unit, "");
  }

  public void ratio(String name, double value, String unit, double base, String toWhat) {
    add(name, value, unit, String.format(Locale.ROOT, " (ratio %.2f to %s)", value / base, toWhat));
    all.put(key(name) + "_ratio", rounded(value / base));
  }

  public void add(String name, Quantiles times) {
    System.out.println(name + ": " + times);
    all.put(key(name) + "_p50_ms", rounded(times.milliseconds(0.5)))
        .put(key(name) + "_p99_ms", rounded(times.milliseconds(0.99)))
        .put(key(name) + "_max_ms", rounded(times.milliseconds(1)));
  }

  private void add(String name, double value, String unit, String remark) {
    String shown =
        Math.abs(value) >= 100
            ? String.format(Locale.ROOT, "%,.0f", value)
            : String.format(Locale.ROOT, "%.2f", value);
    System.out.println(name + ": " + shown + " " + unit + remark);
    all.put(key(name), rounded(value));
  }

  /** Prints everything once more, for programs, and keeps it when {@code bench/run} asks for it. */
  public void end() {
    System.out.println(all);
    String file = System.getProperty("bench.results", "");
    if (!file.isEmpty()) {
      ResultFile.put(Path.of(file), all);
      System.out.println("kept in " + file);
    }
  }

  public static double median(Collection<Double> values) {
    return median(values, value -> value);
  }

  public static <T> double median(Collection<T> measured, ToDoubleFunction<T> figure) {
    double[] sorted = measured.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
