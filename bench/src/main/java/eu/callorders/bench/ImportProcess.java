package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code orders import} as a process of its own, which is watched while it runs. */
final class ImportProcess {
  private static final long POLL_MILLIS = 10;

  private final Path result;
  private final Path output;
  private final Process process;
  private final long startedAt = System.nanoTime();
  private long checkedAt;
  private double cpu;
  private double memory;

  /**
   * One import.
   *
   * @param checkSeconds from the start of the process until the first row is marked as sent
   * @param createSeconds from then until the end of the process
   * @param cpu microseconds of processor time of the process
   * @param memory the largest resident set, in bytes
   */
  record Run(double checkSeconds, double createSeconds, double cpu, double memory) {
    double seconds() {
      return checkSeconds + createSeconds;
    }
  }

  private ImportProcess(Path script, Sandbox sandbox, Path file) throws IOException {
    this.result = Path.of(file + ".result.jsonl");
    this.output = Path.of(file + ".output.json");
    Files.deleteIfExists(result);
    ProcessBuilder builder =
        StartScript.command(script, "orders", "import", "--json", file.toString())
            .redirectOutput(output.toFile());
    builder.environment().put("CALLORDERS_DATA_DIR", sandbox.directory().toString());
    this.process = builder.start();
  }

  /**
   * Imports a file for the demo tenant.
   *
   * @param script {@code bin/call-orders}
   * @throws IOException unless every row has become an order
   */
  static Run run(Path script, Sandbox sandbox, Path file, int rows)
      throws IOException, InterruptedException {
    ImportProcess running = new ImportProcess(script, sandbox, file);
    try {
      return running.await(rows);
    } finally {
      running.process.destroyForcibly();
    }
  }

  private Run await(int rows) throws IOException, InterruptedException {
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (checkedAt == 0 && hasRow()) {
        checkedAt = System.nanoTime();
      }
      cpu = Math.max(cpu, ProcessUsage.cpu(process.pid()) * 1e6);
      memory = Math.max(memory, ProcessUsage.peakResident(process.pid()));
    }
    long endedAt = System.nanoTime();
    JsonNode report = Http.JSON.readTree(output.toFile());
    boolean isComplete = report.path("accepted").asInt() == rows;
    if (process.exitValue() != 0 || !isComplete || checkedAt == 0) {
      throw new IOException(
          "the import of %d rows ended with %d: %s".formatted(rows, process.exitValue(), report));
    }
    return new Run((checkedAt - startedAt) / 1e9, (endedAt - checkedAt) / 1e9, cpu, memory);
  }

  /** The first line of the result names the import; it is written before the check. */
  private boolean hasRow() throws IOException {
    if (!Files.exists(result)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(result)) {
      return lines.skip(1).findAny().isPresent();
    }
  }
}
