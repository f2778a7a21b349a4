package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time and memory of processes, as Linux counts them: unlike a rate, processor time says
 * the same on a machine that others keep busy.
 */
public final class ProcessUsage {
  private static final double TICKS_PER_SECOND = 100;
  private static final int PARENT = 1;
  private static final int USER_TIME = 11;

  private ProcessUsage() {}

  /** Seconds of processor time that the process has used. */
  static double cpu(long pid) throws IOException {
    return seconds(fields(Path.of("/proc/" + pid + "/stat")), 2);
  }

  /** Seconds that the process has used and its children, those that have ended among them. */
  static double cpuOfFamily(long pid) throws IOException {
    double sum = seconds(fields(Path.of("/proc/" + pid + "/stat")), 4);
    List<Path> processes;
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      processes = all.filter(path -> path.getFileName().toString().matches("\\d+")).toList();
    }
    for (Path process : processes) {
      List<String> fields = fields(process.resolve("stat"));
      if (!fields.isEmpty() && fields.get(PARENT).equals(Long.toString(pid))) {
        sum += seconds(fields, 2);
      }
    }
    return sum;
  }

  /** Resident memory in bytes. */
  public static double resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024)
        .findFirst()
        .orElse(Double.NaN);
  }

  /** User and system time; with {@code 4} also those of children that have ended. */
  private static double seconds(List<String> fields, int times) {
    return fields.stream().skip(USER_TIME).limit(times).mapToLong(Long::parseLong).sum()
        / TICKS_PER_SECOND;
  }

  /** What stands behind the name of the program, state first; empty when the process has ended. */
  private static List<String> fields(Path stat) throws IOException {
    try {
      String text = Files.readString(stat);
      return List.of(text.substring(text.lastIndexOf(')') + 2).strip().split(" ", -1));
    } catch (IOException e) {
      if (Files.exists(stat)) {
        throw e;
      }
      return List.of(); // ended, maybe while it was read
    }
  }
}
