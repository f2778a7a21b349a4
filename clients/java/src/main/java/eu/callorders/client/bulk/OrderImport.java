package eu.callorders.client.bulk;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.RetryPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Imports a file of orders. Every row is checked before the first is sent. The result file is the
 * state: a repetition with it, also of a corrected file, sends only rows that are no orders yet, so
 * that no row becomes two orders. {@link ImportPlan} says which rows are not sent.
 */
public final class OrderImport {
  private final RowSource rows;
  private final ImportProgress progress;
  private final ImportPlanner planner;
  private volatile boolean stopping;

  /**
   * An import of these rows.
   *
   * @param check the fault of a body, as JSON, that breaks the contract; empty for a valid one
   */
  public OrderImport(
      RowSource rows, Function<byte[], Optional<String>> check, ImportProgress progress) {
    this.rows = rows;
    this.progress = progress;
    this.planner = new ImportPlanner(check, progress);
  }

  /**
   * Checks all rows and sends nothing.
   *
   * @param result the result file of earlier runs; need not exist
   */
  public ImportPlan check(Path result) throws IOException, InterruptedException {
    if (result.toFile().exists()) {
      ResultFile.open(result, planner::read).close();
    }
    return planner.plan(rows, null);
  }

  /**
   * Asks the service what would become of the rows that {@link #check} has found to be sent. Sends
   * no order.
   *
   * @param concurrency requests at once
   */
  public ImportPreview preview(CallOrderClient client, int concurrency)
      throws IOException, InterruptedException {
    RowPreviewer previewer;
    try (BulkSender bulk = new BulkSender(client, concurrency)) {
      previewer = new RowPreviewer(client, bulk, progress);
      RowReader.forEach(rows, row -> preview(row, previewer));
      previewer.send();
    }
    return previewer.result();
  }

  /**
   * Checks all rows, then sends those that are no orders yet.
   *
   * @param result the result file; created when it does not exist
   * @param concurrency requests at once
   */
  public ImportReport run(CallOrderClient client, Path result, InstantSource clock, int concurrency)
      throws IOException, InterruptedException {
    try (ResultFile file = ResultFile.open(result, planner::read)) {
      ImportPlan plan = planner.plan(rows, file);
      progress.planned(plan);
      CallOrderClient patient = client.with(RetryPolicy.PATIENT).retryingWhile(() -> !stopping);
      RowSender sender = new RowSender(patient, planner, file, clock, progress);
      if (plan.toSend() > 0) {
        sender.authorize();
      }
      try (BulkSender bulk = new BulkSender(patient, concurrency)) {
        RowReader.forEach(rows, row -> send(row, sender, bulk));
      }
      return sender.report(plan);
    }
  }

  /**
   * Ends the run of another thread after the requests under way. Another run continues it; a row
   * whose outcome is unknown keeps its idempotency key.
   */
  public void stop() {
    stopping = true;
  }

  private void preview(SerializedRow row, RowPreviewer previewer)
      throws InterruptedException, IOException {
    if (isSendable(row) && planner.takeToSend(row) != RowTable.NONE) {
      previewer.add(row.row(), row.json().length);
    }
  }

  private void send(SerializedRow row, RowSender sender, BulkSender bulk)
      throws InterruptedException, IOException {
    if (stopping || sender.isStopped() || !isSendable(row)) {
      return;
    }
    int entry = planner.takeToSend(row);
    if (entry != RowTable.NONE) {
      bulk.execute(() -> sender.send(row.row(), row.json(), entry));
    }
  }

  private static boolean isSendable(SerializedRow row) {
    return row.row().body() != null && row.row().fault() == null;
  }
}
