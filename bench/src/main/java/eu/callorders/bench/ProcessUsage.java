package eu.callorders.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** As Linux counts; processor time, unlike a rate, says the same on a busy machine. */
public final class ProcessUsage {
  private static final double TICKS_PER_SECOND = 100;

  private static final Pattern USED = Pattern.compile("used (\\d+)K");

  private ProcessUsage() {}

  /** Seconds that the process has used; 0 when it has ended. */
  public static double cpu(long pid) {
    return ProcessHandle.of(pid).map(ProcessUsage::cpu).orElse(0.0);
  }

  private static double cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }

  /** Seconds that the process has used and its children, those that have ended among them. */
  public static double cpuOfFamily(long pid) throws IOException {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ofEnded = Long.parseLong(behindName[13]) + Long.parseLong(behindName[14]);
    double ofRunning = process.children().mapToDouble(ProcessUsage::cpu).sum();
    return cpu(process) + ofEnded / TICKS_PER_SECOND + ofRunning;
  }

  public static double resident(long pid) throws IOException {
    return status(pid, "VmRSS:");
  }

  /** The largest resident set so far; 0 when the process has ended. */
  static double peakResident(long pid) {
    try {
      double peak = status(pid, "VmHWM:");
      return Double.isNaN(peak) ? 0 : peak;
    } catch (IOException e) {
      return 0;
    }
  }

  private static double status(long pid, String field) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith(field))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Bytes of the heap in use after a collection. */
  public static double heap(long pid) throws IOException {
    jcmd(pid, "GC.run");
    Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
    if (!used.find()) {
      throw new IllegalStateException("no heap in use is shown");
    }
    return Double.parseDouble(used.group(1)) * 1024;
  }

  private static String jcmd(long pid, String what) throws IOException {
    Process process =
        new ProcessBuilder(JavaProcess.program("jcmd"), Long.toString(pid), what).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }
}
