package eu.callorders.console.imports;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportReport;
import eu.callorders.client.bulk.OrderImport;
import eu.callorders.client.bulk.ResultInUseException;
import eu.callorders.client.bulk.RowSource;
import eu.callorders.client.files.FileHead;
import eu.callorders.client.files.InvalidFileException;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.ImportClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.ActionJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads, checks and sends a file; its calls block. A journal beside the settings names the file,
 * and how it is read, from the first request until {@link #forget}.
 */
final class ImportRunner {
  private static final int SAMPLES = 3;

  private final Session session;
  private final ImportClient client;
  private final Path directory;
  private @Nullable ActionJournal journal;
  private boolean isRunning;
  private boolean closed;

  /**
   * @param directory of the journals
   */
  ImportRunner(Session session, Path directory) {
    this.session = session;
    this.client = session.api().imports();
    this.directory = directory;
  }

  /** The journal of an import that no console executes. */
  Optional<ActionJournal> findInterrupted() {
    return ActionJournal.findInterrupted(directory, header(Json.object()));
  }

  private ActionJournal.Header header(JsonNode body) {
    return new ActionJournal.Header(
        "import_orders",
        session.api().base().toString(),
        session.tenantId(),
        session.api().clock().instant().toString(),
        body);
  }

  /** Continues the import of that journal; returns it. */
  synchronized ImportJob take(ActionJournal found) {
    journal = found;
    return ImportJob.of(found.header().body());
  }

  /** Beside the file, for this tenant: a file may be tried in a sandbox first. */
  Path result(ImportJob job) {
    return Path.of("%s.%s.result.jsonl".formatted(job.file(), session.tenantId()));
  }

  FileHead head(ImportJob job) throws ApiException, InterruptedException {
    return reading(job, () -> job.orderFile().head(SAMPLES));
  }

  /** Checks all rows, here and by the service; creates nothing. */
  CheckedFile check(ImportJob job, RowMonitor monitor) throws ApiException, InterruptedException {
    return reading(
        job,
        () -> {
          String version = CheckedFile.version(job.file());
          OrderImport orders = orders(monitor.count(job.orderFile().rows()), monitor);
          ImportPlan plan = orders.check(result(job));
          return new CheckedFile(plan, client.preview(orders), version);
        });
  }

  /** The service compares the rows with the contract, in the preview. */
  private static OrderImport orders(RowSource rows, RowMonitor monitor) {
    return new OrderImport(rows, ignored -> Optional.empty(), monitor);
  }

  /** The import of a checked file; reads nothing yet. */
  static OrderImport prepare(ImportJob job, RowMonitor monitor) {
    return orders(monitor.run(job.orderFile().rows()), monitor);
  }

  /** Creates the orders that there are not yet. */
  ImportReport run(ImportJob job, CheckedFile checked, OrderImport orders)
      throws ApiException, InterruptedException {
    return reading(
        job,
        () -> {
          if (!CheckedFile.version(job.file()).equals(checked.version())) {
            throw unusable("changed", List.of(job.file().toString()));
          }
          begin(job);
          try {
            return client.run(orders, result(job));
          } finally {
            end();
          }
        });
  }

  private synchronized void begin(ImportJob job) throws ApiException {
    if (closed) {
      throw new ApiException(new Failure.Stopped());
    }
    ActionJournal before = journal;
    if (before == null || !before.header().body().equals(job.json())) {
      journal = ActionJournal.create(directory, header(job.json()), List.of());
      Optional.ofNullable(before).ifPresent(ActionJournal::delete);
    }
    isRunning = true;
  }

  private synchronized void end() {
    isRunning = false;
    if (closed) {
      close();
    }
  }

  /** Why an import ended before its last row. */
  Optional<Failure> failure(ImportReport report) {
    return client.failure(report);
  }

  synchronized boolean hasJournal() {
    return journal != null;
  }

  /** Nothing is to be continued. */
  synchronized void forget() {
    if (journal != null) {
      journal.delete();
    }
    journal = null;
  }

  /** The session ends, perhaps during a run; the journal stays. */
  synchronized void close() {
    closed = true;
    if (!isRunning && journal != null) {
      journal.close();
    }
  }

  /** Reads files. */
  private interface FileCall<T> {
    T call() throws ApiException, IOException, InterruptedException;
  }

  private <T> T reading(ImportJob job, FileCall<T> call) throws ApiException, InterruptedException {
    try {
      return call.call();
    } catch (InvalidFileException e) {
      throw unusable(e.kind().name().toLowerCase(Locale.ROOT), e.values());
    } catch (ResultInUseException e) {
      throw unusable("in_use", List.of(result(job).toString()));
    } catch (IOException e) {
      throw unusable("unreadable", List.of(job.file().toString(), e.toString()));
    }
  }

  private static ApiException unusable(String reason, List<Object> values) {
    return new ApiException(new Failure.UnusableFile(reason, values));
  }
}
