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
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyIntegerProperty;
import javafx.beans.property.ReadOnlyIntegerWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Writes all rows of a list to a file, including pages not loaded yet. The file appears only when
 * it is complete.
 *
 * @param <T> a row
 */
public final class Export<T> {
  private final BackgroundExecutor background;
  private final ReadOnlyIntegerWrapper written = new ReadOnlyIntegerWrapper();
  private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Path> complete = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask task;

  public Export(BackgroundExecutor background) {
    this.background = background;
  }

  /**
   * Starts an export unless one is running.
   *
   * @param head first line
   * @param line formats a row as a line with its line end
   */
  public void start(PagedRows.Source<T> source, Path file, String head, Function<T, String> line) {
    if (running.get()) {
      return;
    }
    written.set(0);
    failure.set(null);
    complete.set(null);
    running.set(true);
    task =
        background.run(
            () -> write(source, file, head, line),
            path -> {
              complete.set(path);
              running.set(false);
            },
            cause -> {
              failure.set(cause);
              running.set(false);
            });
  }

  /** Cancels the export and deletes the partial file. */
  public void cancel() {
    if (task != null) {
      task.cancel();
    }
    running.set(false);
  }

  private Path write(PagedRows.Source<T> source, Path file, String head, Function<T, String> line)
      throws ApiException {
    Path part = null;
    try {
      part = Files.createTempFile(file.toAbsolutePath().getParent(), "export", ".part");
      try (Writer writer = Files.newBufferedWriter(part)) {
        writer.write(head);
        writeAll(source, writer, line);
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

  private void writeAll(PagedRows.Source<T> source, Writer writer, Function<T, String> line)
      throws ApiException, IOException {
    int rows = 0;
    Page<T> page = source.page("");
    while (true) {
      for (T row : page.rows()) {
        writer.write(line.apply(row));
      }
      rows += page.rows().size();
      int count = rows;
      background.runOnFxThread(() -> written.set(count));
      checkNotCanceled();
      if (!page.hasMore()) {
        return;
      }
      page = source.page(page.next());
    }
  }

  /** Rows written so far. */
  public ReadOnlyIntegerProperty written() {
    return written.getReadOnlyProperty();
  }

  public ReadOnlyBooleanProperty running() {
    return running.getReadOnlyProperty();
  }

  /** The file of the latest finished export, or null. */
  public ReadOnlyObjectProperty<@Nullable Path> complete() {
    return complete.getReadOnlyProperty();
  }

  /** Why the latest export failed. */
  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
