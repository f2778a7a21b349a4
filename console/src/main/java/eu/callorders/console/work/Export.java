package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;
import java.util.function.IntConsumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Writes a file in the background. The file appears only when it is complete. */
public final class Export {
  @FunctionalInterface
  public interface Content {
    /** Writes it and reports how far it is written. */
    void write(Writer writer, IntConsumer progress) throws ApiException, IOException;
  }

  private final BackgroundExecutor background;
  private final ReadOnlyIntegerWrapper progress = new ReadOnlyIntegerWrapper();
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Path> complete = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask task;

  public Export(BackgroundExecutor background) {
    this.background = background;
  }

  /**
   * All rows of a list, including pages not loaded yet; the progress is their number.
   *
   * @param head first line
   * @param line formats a row as a line with its line end
   */
  public static <T> Content rows(
      PagedRows.Source<T> source, String head, Function<T, String> line) {
    return (writer, progress) -> {
      writer.write(head);
      int rows = 0;
      String next = "";
      boolean hasMore = true;
      while (hasMore) {
        Page<T> page = source.page(next);
        for (T row : page.rows()) {
          writer.write(line.apply(row));
        }
        rows += page.rows().size();
        progress.accept(rows);
        checkNotCanceled();
        next = page.next();
        hasMore = page.hasMore();
      }
    };
  }

  /** Starts an export unless one is running. */
  public void start(Path file, Content content) {
    if (running.get()) {
      return;
    }
    dismiss();
    progress.set(0);
    running.set(true);
    task =
        background.run(
            () -> write(file, content), path -> end(path, null), cause -> end(null, cause));
  }

  /** Sets the result before the end, which listeners wait for. */
  private void end(@Nullable Path path, @Nullable Failure cause) {
    complete.set(path);
    failure.set(cause);
    running.set(false);
  }

  /** Cancels the export and deletes the partial file. */
  public void cancel() {
    if (task != null) {
      task.cancel();
    }
    running.set(false);
  }

  /** Clears the result of the latest export. */
  public void dismiss() {
    complete.set(null);
    failure.set(null);
  }

  private Path write(Path file, Content content) throws ApiException {
    Path part = null;
    try {
      part = Files.createTempFile(file.toAbsolutePath().getParent(), "export", ".part");
      try (Writer writer = Files.newBufferedWriter(part)) {
        content.write(writer, count -> background.runOnFxThread(() -> progress.set(count)));
      }
      checkNotCanceled();
      return Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(file.toString()));
    } finally {
      if (part != null) {
        part.toFile().delete(); // fails after the move, which is fine
      }
    }
  }

  private static void checkNotCanceled() throws ApiException {
    if (Thread.currentThread().isInterrupted()) {
      throw new ApiException(new Failure.Stopped());
    }
  }

  public ReadOnlyIntegerProperty progress() {
    return progress.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** The file of the latest finished export, or null. */
  public ReadOnlyObjectProperty<@Nullable Path> complete() {
    return complete.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
