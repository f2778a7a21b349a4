package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import javafx.collections.ObservableSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a list that are loaded so far. Pages load on scrolling; {@link #put} and {@link
 * #refresh} keep the loaded rows true.
 *
 * @param <T> a row; small, since there may be a hundred thousand
 */
public final class PagedRows<T> {
  /** Loads the page after a cursor; the first page for an empty cursor. */
  @FunctionalInterface
  public interface Source<T> {
    Page<T> page(String after) throws ApiException;
  }

  public enum State {
    /** Nothing requested yet. */
    IDLE,
    LOADING,
    /** More pages exist. */
    PARTIAL,
    /** All rows are loaded. */
    COMPLETE,
    /** The next page failed to load; the loaded rows stay. */
    FAILED
  }

  /** Pages per task when loading all: a round trip to the JavaFX thread costs more than a page. */
  private static final int PAGES_PER_TASK = 10;

  private static final Duration MARK_TIME = Duration.ofSeconds(3);

  final BackgroundExecutor background;
  private final Function<T, String> id;
  private final MatchingRows<T> rows;
  final FirstPageReader<T> firstPage;
  private final PendingChanges changes = new PendingChanges(this::isReading);
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.IDLE);
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper loadingAll = new ReadOnlyBooleanWrapper();
  private @Nullable ListQuery<T> query;
  private @Nullable BackgroundTask fetching;
  private boolean restarting;
  private String next = "";

  /** Two states of a row are ordered {@code byAge}: pages and events may arrive out of order. */
  public PagedRows(BackgroundExecutor background, Function<T, String> id, Comparator<T> byAge) {
    this(background, id, byAge, MARK_TIME);
  }

  PagedRows(
      BackgroundExecutor background, Function<T, String> id, Comparator<T> byAge, Duration mark) {
    this.background = background;
    this.id = id;
    this.rows = new MatchingRows<>(background, mark, id, byAge);
    this.firstPage =
        new FirstPageReader<>(
            background,
            () -> restarting ? null : query,
            this::firstPageArrived,
            changes::readEnded);
  }

  /** Merges a shown state into each later one, which may lack something. */
  public PagedRows<T> merging(BinaryOperator<T> merge) {
    rows.merge = merge;
    return this;
  }

  /** In the order of the service. Only this class changes the list. */
  public ObservableList<T> rows() {
    return rows.list;
  }

  /** The identifiers of rows that no longer match and will be removed. */
  public ObservableSet<String> leaving() {
    return rows.leaving.marked();
  }

  public String id(T row) {
    return id.apply(row);
  }

  public ReadOnlyObjectProperty<State> state() {
    return state.getReadOnlyProperty();
  }

  /** Set in state {@link State#FAILED}. */
  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  public void restart(Source<T> source) {
    restart(new ListQuery<>(source, ignored -> true, (_, _) -> 0));
  }

  /** Cancels a running load and reloads. The present rows stay until the first page arrives. */
  public void restart(ListQuery<T> newQuery) {
    if (fetching != null) {
      fetching.cancel();
    }
    loadingAll.set(false);
    query = newQuery;
    next = "";
    restarting = true;
    changes.clear();
    fetch(newQuery);
  }

  /** Reloads the present query. */
  public void reload() {
    if (query != null) {
      restart(query);
    }
  }

  /** Loads the next page, unless there is none or a load is running. */
  public void loadNext() {
    if (query != null && state.get() == State.PARTIAL) {
      fetch(query);
    }
  }

  /** Loads page after page until there is none left or {@link #stopLoadingAll} is called. */
  public void loadAll() {
    loadingAll.set(query != null && state.get() != State.COMPLETE);
    retry();
    loadNext();
  }

  /** Ends loading of all pages after the running one. */
  public void stopLoadingAll() {
    loadingAll.set(false);
  }

  public ReadOnlyBooleanProperty loadingAll() {
    return loadingAll.getReadOnlyProperty();
  }

  /** Retries the page that failed to load. */
  public void retry() {
    if (query != null && state.get() == State.FAILED) {
      Failure cause = failure.get();
      if (cause != null && cause.isRefused("invalid_cursor")) {
        restart(query); // another database: no page follows that cursor
      } else {
        fetch(query);
      }
    }
  }

  /** Starts the first load, or retries a failed one. */
  public void ensureLoaded(Runnable firstLoad) {
    if (state.get() == State.IDLE) {
      firstLoad.run();
    } else {
      retry();
    }
  }

  /** Null before the first {@link #restart}. */
  public @Nullable Source<T> source() {
    return query == null ? null : query.source();
  }

  private void fetch(ListQuery<T> from) {
    state.set(State.LOADING);
    String after = next;
    int pages = loadingAll.get() ? PAGES_PER_TASK : 1;
    fetching = background.run(() -> from.pages(after, pages), this::arrived, this::failed);
  }

  private void arrived(Page<T> page) {
    failure.set(null);
    if (restarting) {
      restarting = false;
      rows.replace(page);
    } else {
      rows.append(page);
    }
    changes.makeAgain();
    next = page.next();
    state.set(page.hasMore() ? State.PARTIAL : State.COMPLETE);
    if (!page.hasMore()) {
      stopLoadingAll();
    } else if (loadingAll.get() || page.rows().isEmpty()) {
      loadNext(); // an empty page cannot be scrolled to its end
    }
    firstPage.readIfMissed();
  }

  private void failed(Failure cause) {
    stopLoadingAll();
    changes.readEnded();
    failure.set(cause);
    state.set(State.FAILED);
  }

  /** Reads the first page again, as soon as it is loaded. */
  public void refresh() {
    if (query != null) {
      firstPage.read();
    }
  }

  private void firstPageArrived(ListQuery<T> read, Page<T> page) {
    if (page.rows().isEmpty() && page.hasMore()) {
      changes.readEnded(); // it tells nothing about the rows of later pages
    } else if (rows.isGapAbove(page) || (!loadingAll.get() && rows.isOvergrown())) {
      restart(read);
    } else {
      rows.placeFirst(page, read.order());
      changes.makeAgain();
    }
  }

  /** Takes a page that was read for some loaded rows, and marks those that it should contain. */
  public void putPage(Page<T> page, List<T> shown) {
    if (query != null && !restarting) {
      rows.placeWithin(page, shown, query.order());
    }
  }

  /**
   * Takes the latest states of rows: updates known ones in place unless they are newer, inserts
   * those that come to match, and marks those that no longer match.
   */
  public void put(Collection<T> latest) {
    changes.make(
        () -> {
          if (restarting) {
            rows.update(latest); // the loaded rows are those of the previous query
          } else if (query != null) {
            rows.place(latest, query.matches(), query.order());
          }
        });
    if (!restarting && !loadingAll.get() && rows.isOvergrown()) {
      reload();
    }
  }

  /** Adds new rows on top, the last one first; known rows stay in place. */
  public void putFirst(Collection<T> created) {
    changes.make(() -> rows.list.prepend(created));
  }

  /** Marks rows that no longer match; they are removed a little later. */
  public void leave(Collection<String> identifiers) {
    changes.make(() -> rows.leave(identifiers));
  }

  public void remove(String identifier) {
    changes.make(() -> rows.remove(List.of(identifier)));
  }

  private boolean isReading() {
    return firstPage.isRunning() || (fetching != null && fetching.isRunning());
  }

  /** Tells which identifiers are selected now: a selected row is not removed when it leaves. */
  public void select(Predicate<String> isSelected) {
    rows.leaving.select(isSelected);
  }

  /** Removes all rows after the first {@code limit}, to bound lists that grow at the top. */
  public void truncate(int limit) {
    rows.truncate(limit);
  }

  /** The loaded row with that identifier, or null. */
  public @Nullable T find(String identifier) {
    int index = indexOf(identifier);
    return index < 0 ? null : rows.list.get(index);
  }

  /** The index of the loaded row with that identifier, or -1. */
  public int indexOf(String identifier) {
    return rows.list.find(identifier);
  }
}
