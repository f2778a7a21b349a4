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
 * Keeps the first page of a list as the service has it while somebody looks: no event tells of
 * deliveries and of the health of endpoints. All of it happens on the thread that draws.
 *
 * @param <T> a row
 */
final class FirstPagePoller<T> {
  private final BackgroundExecutor background;
  private final PagedRows<T> rows;
  private final Function<T, String> id;
  private final Function<T, String> createdAt;
  private final Duration pace;
  private final Runnable afterwards;
  private @Nullable BackgroundTask round;

  /**
   * @param afterwards run after each round, whatever came of it
   */
  FirstPagePoller(
      BackgroundExecutor background,
      PagedRows<T> rows,
      Function<T, String> id,
      Function<T, String> createdAt,
      Duration pace,
      Runnable afterwards) {
    this.background = background;
    this.rows = rows;
    this.id = id;
    this.createdAt = createdAt;
    this.pace = pace;
    this.afterwards = afterwards;
  }

  /** Begins with the first look, rests with the last. */
  void look(boolean looking) {
    if (looking && round == null) {
      next();
    } else if (!looking && round != null) {
      round.cancel();
      round = null;
    }
  }

  /** Something has changed: a page that is under way may show what was before. */
  void outdated() {
    if (round != null) {
      round.cancel();
      next();
    }
  }

  private void next() {
    PagedRows.Source<T> asked = isKnown() ? rows.source() : null;
    round =
        background.run(
            () -> {
              Thread.sleep(pace);
              return asked == null ? Optional.<Page<T>>empty() : Optional.of(asked.page(""));
            },
            page -> {
              page.filter(ignored -> Objects.equals(asked, rows.source()) && isKnown())
                  .ifPresent(this::merge);
              over();
            },
            ignored -> over());
  }

  private void over() {
    afterwards.run();
    if (round != null) {
      next();
    }
  }

  private boolean isKnown() {
    PagedRows.State state = rows.state().get();
    return state == PagedRows.State.PARTIAL || state == PagedRows.State.COMPLETE;
  }

  private void merge(Page<T> page) {
    Set<String> present = page.rows().stream().map(id).collect(Collectors.toSet());
    boolean meets = rows.rows().stream().map(id).anyMatch(present::contains);
    PagedRows.Source<T> source = rows.source();
    if (page.hasMore() && !meets && source != null) {
      rows.restart(source); // more has come than a page holds: what lies between is not known
      return;
    }
    if (page.rows().isEmpty() && page.hasMore()) {
      return; // nothing is known of the rows behind
    }
    String oldest = page.hasMore() ? createdAt.apply(page.rows().getLast()) : "";
    rows.rows().stream()
        .filter(row -> createdAt.apply(row).compareTo(oldest) > 0)
        .map(id)
        .filter(known -> !present.contains(known))
        .toList()
        .forEach(rows::remove);
    rows.put(page.rows());
    rows.putFirst(List.copyOf(page.rows()).reversed());
  }
}
