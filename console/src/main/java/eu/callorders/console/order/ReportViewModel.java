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

/** The report that is being written, or was last: one at a time, whichever order is shown. */
final class ReportViewModel {
  private final BackgroundExecutor background;
  private final ReportFile report;
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private final ReadOnlyIntegerWrapper transcript = new ReadOnlyIntegerWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Path> written = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask work;
  private String about = "";

  ReportViewModel(BackgroundExecutor background, ReportFile report) {
    this.background = background;
    this.report = report;
  }

  /** Begins, unless one is under way. */
  void write(String orderId, Path file) {
    if (running.get()) {
      return;
    }
    dismiss();
    transcript.set(0);
    about = orderId;
    running.set(true);
    work =
        background.run(
            () -> report.write(orderId, file, this::reading),
            done -> {
              running.set(false);
              written.set(done);
            },
            why -> {
              running.set(false);
              failure.set(why);
            });
  }

  private void reading(int number) {
    background.draw(() -> transcript.set(number));
  }

  /** Stops; nothing is left of it. */
  void cancel() {
    if (work != null) {
      work.cancel();
    }
    running.set(false);
  }

  /** What became of the last one has been seen. */
  void dismiss() {
    written.set(null);
    failure.set(null);
  }

  /** Which order the report is about, the one under way or the last. */
  String about() {
    return about;
  }

  ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** Which transcript is being read; 0 before the first. */
  ReadOnlyIntegerProperty transcript() {
    return transcript.getReadOnlyProperty();
  }

  /** Where the last one lies. */
  ReadOnlyObjectProperty<@Nullable Path> written() {
    return written.getReadOnlyProperty();
  }

  /** Why the last one came to nothing. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
