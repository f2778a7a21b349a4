package eu.callorders.console.webhook;

import eu.callorders.console.api.Page;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import eu.callorders.console.work.PagedRows;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Polls the first page of a list while it is visible, since no events report deliveries and
 * endpoint health. Runs on the JavaFX thread.
 *
 * @param <T> a row
 */
final class FirstPagePoller<T> {
  private final BackgroundExecutor background;
  private final PagedRows<T> rows;
  private final Function<T, String> id;
  private final Function<T, String> createdAt;
  private final Duration pollInterval;
  private final Runnable afterPoll;
  private @Nullable BackgroundTask polling;

  /**
   * @param afterPoll called after each poll, failed or not
   */
  FirstPagePoller(
      BackgroundExecutor background,
      PagedRows<T> rows,
      Function<T, String> id,
      Function<T, String> createdAt,
      Duration pollInterval,
      Runnable afterPoll) {
    this.background = background;
    this.rows = rows;
    this.id = id;
    this.createdAt = createdAt;
    this.pollInterval = pollInterval;
    this.afterPoll = afterPoll;
  }

  /** Polls only while the list is visible. */
  void setVisible(boolean visible) {
    if (visible && polling == null) {
      schedule();
    } else if (!visible && polling != null) {
      polling.cancel();
      polling = null;
    }
  }

  /** Discards a running poll, which may return data from before a change. */
  void restart() {
    if (polling != null) {
      polling.cancel();
      schedule();
    }
  }

  private void schedule() {
    PagedRows.Source<T> source = isLoaded() ? rows.source() : null;
    polling =
        background.run(
            () -> {
              Thread.sleep(pollInterval);
              return source == null ? Optional.<Page<T>>empty() : Optional.of(source.page(""));
            },
            page -> {
              page.filter(ignored -> Objects.equals(source, rows.source()) && isLoaded())
                  .ifPresent(this::merge);
              ended();
            },
            ignored -> ended());
  }

  private void ended() {
    afterPoll.run();
    if (polling != null) {
      schedule();
    }
  }

  private boolean isLoaded() {
    PagedRows.State state = rows.state().get();
    return state == PagedRows.State.PARTIAL || state == PagedRows.State.COMPLETE;
  }

  private void merge(Page<T> page) {
    Set<String> present = page.rows().stream().map(id).collect(Collectors.toSet());
    boolean overlaps = rows.rows().stream().map(id).anyMatch(present::contains);
    PagedRows.Source<T> source = rows.source();
    if (page.hasMore() && !overlaps && source != null) {
      rows.restart(source); // more new rows than a page: there is a gap
      return;
    }
    if (page.rows().isEmpty() && page.hasMore()) {
      return; // an empty page tells nothing about later rows
    }
    String oldest = page.hasMore() ? createdAt.apply(page.rows().getLast()) : "";
    rows.rows().stream()
        .filter(row -> createdAt.apply(row).compareTo(oldest) > 0)
        .map(id)
        .filter(rowId -> !present.contains(rowId))
        .toList()
        .forEach(rows::remove);
    rows.put(page.rows());
    rows.putFirst(List.copyOf(page.rows()).reversed());
  }
}
