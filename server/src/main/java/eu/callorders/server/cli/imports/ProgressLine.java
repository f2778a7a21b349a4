package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportProgress;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Prints the first faults, and on a terminal a line with a bar, the rate and the time left. */
public final class ProgressLine implements ImportProgress {
  private static final int MAX_FAULTS = 20;
  private static final int BAR = 30;
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final PrintWriter err;
  private final boolean terminal;
  private final ArrayNode faults = Json.array();
  private int faultCount;
  private int total;
  private int sent;
  private long startedAt;
  private long printedAt;

  /**
   * Prints to this writer.
   *
   * @param terminal whether a line can be written over
   */
  public ProgressLine(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  @Override
  public synchronized void checked(ImportRow row, RowFault fault) {
    fault(row.number(), fault.message());
  }

  @Override
  public synchronized void planned(ImportPlan plan) {
    total = plan.toSend();
    startedAt = System.nanoTime();
  }

  @Override
  public synchronized void sent(ImportRow row, String orderId) {
    count();
  }

  @Override
  public synchronized void refused(ImportRow row, RowFault refusal) {
    fault(row.number(), refusal.message());
    count();
  }

  private void count() {
    sent++;
    long now = System.nanoTime();
    if (terminal && (sent == total || now - printedAt > INTERVAL_NANOS)) {
      printedAt = now;
      err.print("\r" + line(sent, total, now - startedAt) + (sent == total ? "\n" : ""));
      err.flush();
    }
  }

  private void fault(int row, String fault) {
    if (++faultCount <= MAX_FAULTS) {
      faults.addObject().put("row", row).put("fault", fault);
      err.println((terminal && sent > 0 ? "\n" : "") + "row " + row + ": " + fault);
    } else if (faultCount == MAX_FAULTS + 1) {
      err.println("... and more");
    }
    err.flush();
  }

  static String line(int sent, int total, long nanos) {
    double seconds = Math.max(nanos, 1) / 1e9;
    int filled = (int) ((long) BAR * sent / total);
    long left = (long) ((total - sent) * seconds / sent);
    return "[%s%s] %d of %d, %.0f/s, %s left "
        .formatted(
            "#".repeat(filled),
            ".".repeat(BAR - filled),
            sent,
            total,
            sent / seconds,
            Duration.ofSeconds(left).toString().substring(2).toLowerCase(Locale.ROOT));
  }

  /** The first faults, as rows with their sentences. */
  public synchronized ArrayNode faults() {
    return faults;
  }
}
