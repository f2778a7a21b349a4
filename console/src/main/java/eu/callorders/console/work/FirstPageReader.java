package eu.callorders.console.work;

import eu.callorders.console.api.Page;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the first page of the present query again, one read at a time. */
final class FirstPageReader<T> {
  private final BackgroundExecutor background;
  private final Supplier<@Nullable ListQuery<T>> loadedQuery;
  private final BiConsumer<ListQuery<T>, Page<T>> take;
  private final Runnable dropped;
  private @Nullable BackgroundTask reading;
  private boolean again;

  /**
   * @param loadedQuery the query whose first page is loaded; null for none
   * @param take called with a page of the loaded query
   * @param dropped called when a read brings no such page
   */
  FirstPageReader(
      BackgroundExecutor background,
      Supplier<@Nullable ListQuery<T>> loadedQuery,
      BiConsumer<ListQuery<T>, Page<T>> take,
      Runnable dropped) {
    this.background = background;
    this.loadedQuery = loadedQuery;
    this.take = take;
    this.dropped = dropped;
  }

  boolean isRunning() {
    return reading != null && reading.isRunning();
  }

  /** Reads now, or once more after a running read, which may miss the latest change. */
  void read() {
    ListQuery<T> query = loadedQuery.get();
    again = query == null || isRunning();
    if (query != null && !again) {
      start(query, () -> {}, this::retry);
    }
  }

  private void retry() {
    again = true;
    background.after(FirstPagePoller.INTERVAL, this::readIfMissed);
  }

  /** Makes up for a {@link #read} that was not possible. */
  void readIfMissed() {
    if (again) {
      read();
    }
  }

  /**
   * Reads unless a read is running or nothing is loaded.
   *
   * @param ended called then, and after the read, also a failed one
   */
  void readUnlessRunning(Runnable ended) {
    ListQuery<T> query = loadedQuery.get();
    if (query == null || isRunning()) {
      ended.run();
    } else {
      start(query, ended, () -> {});
    }
  }

  private void start(ListQuery<T> query, Runnable ended, Runnable failed) {
    reading =
        background.run(
            () -> query.source().page(""),
            page -> {
              if (query.equals(loadedQuery.get())) {
                take.accept(query, page);
              } else {
                dropped.run();
              }
              ended(ended);
            },
            ignored -> {
              dropped.run();
              ended(ended);
              failed.run();
            });
  }

  private void ended(Runnable ended) {
    ended.run();
    readIfMissed();
  }
}
