package eu.callorders.console.order;

import eu.callorders.console.api.Failure;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.nio.file.Path;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Writes one report at a time, independently of the shown order. */
final class ReportViewModel {
  private final BackgroundExecutor background;
  private final ReportFile report;
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private final ReadOnlyIntegerWrapper transcript = new ReadOnlyIntegerWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Path> written = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask task;
  private String reportedOrderId = "";

  ReportViewModel(BackgroundExecutor background, ReportFile report) {
    this.background = background;
    this.report = report;
  }

  /** Starts a report unless one is running. */
  void write(String orderId, Path file) {
    if (running.get()) {
      return;
    }
    dismiss();
    transcript.set(0);
    reportedOrderId = orderId;
    running.set(true);
    task =
        background.run(
            () -> report.write(orderId, file, this::transcriptStarted),
            done -> {
              running.set(false);
              written.set(done);
            },
            cause -> {
              running.set(false);
              failure.set(cause);
            });
  }

  private void transcriptStarted(int number) {
    background.runOnFxThread(() -> transcript.set(number));
  }

  /** Cancels the running report; its file is deleted. */
  void cancel() {
    if (task != null) {
      task.cancel();
    }
    running.set(false);
  }

  /** Clears the result of the last report. */
  void dismiss() {
    written.set(null);
    failure.set(null);
  }

  /** The order of the running or last report. */
  String reportedOrderId() {
    return reportedOrderId;
  }

  ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** The number of the transcript being read; 0 before the first. */
  ReadOnlyIntegerProperty transcript() {
    return transcript.getReadOnlyProperty();
  }

  /** The file of the last report. */
  ReadOnlyObjectProperty<@Nullable Path> written() {
    return written.getReadOnlyProperty();
  }

  /** Why the last report failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
