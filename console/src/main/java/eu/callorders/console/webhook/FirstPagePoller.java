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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Polls the first page of a list while it is visible, since no events report deliveries and
 * endpoint health. Runs on the JavaFX thread.
 */
final class FirstPagePoller<T extends FirstPagePoller.PolledRow> {
  /** A row of a list that the service orders by creation, newest first. */
  interface PolledRow {
    String id();

    String createdAt();
  }

  private final BackgroundExecutor background;
  private final PagedRows<T> rows;
  private final Duration pollInterval;
  private final Runnable afterPoll;
  private @Nullable BackgroundTask polling;

  FirstPagePoller(
      BackgroundExecutor background, PagedRows<T> rows, Duration pollInterval, Runnable afterPoll) {
    this.background = background;
    this.rows = rows;
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
    Set<String> present = ids(page);
    boolean overlaps = rows.rows().stream().anyMatch(row -> present.contains(row.id()));
    PagedRows.Source<T> source = rows.source();
    if (page.hasMore() && !overlaps && source != null) {
      rows.restart(source); // more new rows than a page: there is a gap
      return;
    }
    update(rows, List.copyOf(rows.rows()), page);
    rows.putFirst(page.rows().reversed());
  }

  /** Updates the rows of a page; removes those in its range that it no longer contains. */
  static <T extends PolledRow> void update(PagedRows<T> rows, List<T> known, Page<T> page) {
    if (page.rows().isEmpty() && page.hasMore()) {
      return; // an empty page tells nothing about later rows
    }
    Set<String> present = ids(page);
    String oldest = page.hasMore() ? page.rows().getLast().createdAt() : "";
    known.stream()
        .filter(row -> !present.contains(row.id()) && row.createdAt().compareTo(oldest) > 0)
        .forEach(row -> rows.remove(row.id()));
    rows.put(page.rows());
  }

  private static Set<String> ids(Page<? extends PolledRow> page) {
    return page.rows().stream().map(PolledRow::id).collect(Collectors.toSet());
  }
}
