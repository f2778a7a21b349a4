package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a list that are loaded so far. Pages load on scrolling; single rows change in place
 * by {@link #put}.
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

  private final BackgroundExecutor background;
  private final Comparator<T> byAge;
  private final RowList<T> rows;
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.IDLE);
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper loadingAll = new ReadOnlyBooleanWrapper();
  private @Nullable Source<T> source;
  private @Nullable BackgroundTask fetching;

  /** Updates that arrived while a page was loading; the page may contain older rows. */
  private final List<T> pendingUpdates = new ArrayList<>();

  private final List<T> pendingNew = new ArrayList<>();
  private boolean restarting;
  private String next = "";

  /**
   * @param byAge orders two states of a row: pages and events may arrive out of order
   */
  public PagedRows(BackgroundExecutor background, Function<T, String> id, Comparator<T> byAge) {
    this.background = background;
    this.rows = new RowList<>(id);
    this.byAge = byAge;
  }

  /**
   * In the order of the service. {@link #put} fires updates, never replacements. Only this class
   * changes the list.
   */
  public ObservableList<T> rows() {
    return rows;
  }

  public ReadOnlyObjectProperty<State> state() {
    return state.getReadOnlyProperty();
  }

  /** Set in state {@link State#FAILED}. */
  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /**
   * Reloads from a new source and cancels a running load. The present rows stay until the first
   * page arrives.
   */
  public void restart(Source<T> newSource) {
    if (fetching != null) {
      fetching.cancel();
    }
    loadingAll.set(false);
    source = newSource;
    next = "";
    restarting = true;
    fetch(newSource);
  }

  /** Loads the next page, unless there is none or a load is running. */
  public void loadNext() {
    if (source != null && state.get() == State.PARTIAL) {
      fetch(source);
    }
  }

  /** Loads page after page until there is none left or {@link #stopLoadingAll} is called. */
  public void loadAll() {
    loadingAll.set(source != null && state.get() != State.COMPLETE);
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
    if (source != null && state.get() == State.FAILED) {
      fetch(source);
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

  /** Whether both are states of the same row. */
  public boolean same(T one, T other) {
    return rows.same(one, other);
  }

  /** Null before the first {@link #restart}. */
  public @Nullable Source<T> source() {
    return source;
  }

  private void fetch(Source<T> from) {
    state.set(State.LOADING);
    pendingUpdates.clear();
    pendingNew.clear();
    String after = next;
    int pages = loadingAll.get() ? PAGES_PER_TASK : 1;
    fetching = background.run(() -> fetchPages(from, after, pages), this::arrived, this::failed);
  }

  /** Loads up to that many pages as one. */
  private static <T> Page<T> fetchPages(Source<T> from, String after, int pages)
      throws ApiException {
    Page<T> page = from.page(after);
    List<T> rows = new ArrayList<>(page.rows());
    for (int i = 1; i < pages && page.hasMore(); i++) {
      page = from.page(page.next());
      rows.addAll(page.rows());
    }
    return new Page<>(rows, page.hasMore(), page.next());
  }

  private void arrived(Page<T> page) {
    failure.set(null);
    if (restarting) {
      restarting = false;
      rows.replaceRows(page.rows());
    } else {
      rows.append(page.rows());
    }
    rows.prepend(pendingNew);
    update(pendingUpdates);
    next = page.next();
    state.set(page.hasMore() ? State.PARTIAL : State.COMPLETE);
    if (!page.hasMore()) {
      stopLoadingAll();
    } else if (loadingAll.get() || page.rows().isEmpty()) {
      loadNext(); // an empty page cannot be scrolled to its end
    }
  }

  private void failed(Failure cause) {
    stopLoadingAll();
    failure.set(cause);
    state.set(State.FAILED);
  }

  /** Updates known rows in place; ignores unknown ones and older states. */
  public void put(Collection<T> latest) {
    if (state.get() == State.LOADING) {
      pendingUpdates.addAll(latest);
    }
    update(latest);
  }

  private void update(Collection<T> latest) {
    rows.update(latest, (present, other) -> byAge.compare(other, present) >= 0);
  }

  /** Adds new rows on top, the last one first; known rows stay in place. */
  public void putFirst(Collection<T> created) {
    if (state.get() == State.LOADING) {
      pendingNew.addAll(created);
    }
    rows.prepend(created);
  }

  /** Removes all rows after the first {@code limit}, to bound lists that grow at the top. */
  public void truncate(int limit) {
    rows.truncate(limit);
  }

  /** The loaded row with that identifier, or null. */
  public @Nullable T find(String identifier) {
    int index = rows.find(identifier);
    return index < 0 ? null : rows.get(index);
  }

  public void remove(String identifier) {
    int index = rows.find(identifier);
    if (index >= 0) {
      rows.removeAt(index);
    }
  }
}
