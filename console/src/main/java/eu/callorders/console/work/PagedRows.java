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
 * The rows of a list at the service that are known so far. Pages come when somebody looks that far;
 * single rows change in place when they are {@linkplain #put put}.
 *
 * @param <T> a row; small, since there can be a hundred thousand
 */
public final class PagedRows<T> {
  /** Fetches the page behind a cursor, the first one for an empty cursor. */
  @FunctionalInterface
  public interface Source<T> {
    Page<T> page(String after) throws ApiException;
  }

  /** How far the rows are known. */
  public enum State {
    /** Nothing was asked for yet. */
    IDLE,
    LOADING,
    /** There are more. */
    PARTIAL,
    /** These are all. */
    COMPLETE,
    /** The next page could not be had; what is known stays. */
    FAILED
  }

  /** When all are wanted: waiting for the thread that draws would take longer than a page. */
  private static final int AT_ONCE = 10;

  private final BackgroundExecutor background;
  private final Comparator<T> byAge;
  private final RowList<T> rows;
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.IDLE);
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper goingOn = new ReadOnlyBooleanWrapper();
  private @Nullable Source<T> source;
  private @Nullable BackgroundTask fetching;

  /** What was told while a page was under way, which may be older. */
  private final List<T> told = new ArrayList<>();

  private final List<T> toldFirst = new ArrayList<>();
  private boolean fresh;
  private String next = "";

  /**
   * @param byAge tells which of two states of a row is the later one: pages and events overtake
   *     each other
   */
  public PagedRows(BackgroundExecutor background, Function<T, String> id, Comparator<T> byAge) {
    this.background = background;
    this.rows = new RowList<>(id);
    this.byAge = byAge;
  }

  /**
   * In the order of the service. Rows that are {@linkplain #put put} are told of as updated, never
   * as replaced. Only this class changes it.
   */
  public ObservableList<T> rows() {
    return rows;
  }

  public ReadOnlyObjectProperty<State> state() {
    return state.getReadOnlyProperty();
  }

  /** Why the state is {@link State#FAILED}. */
  public ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /**
   * Begins again, with other filters perhaps. The rows that are there stay until the first page has
   * come; a page under way is called off.
   */
  public void restart(Source<T> rowsOf) {
    if (fetching != null) {
      fetching.cancel();
    }
    goingOn.set(false);
    source = rowsOf;
    next = "";
    fresh = true;
    fetch(rowsOf);
  }

  /** Asks for the next page, unless there is none or one is under way. */
  public void more() {
    if (source != null && state.get() == State.PARTIAL) {
      fetch(source);
    }
  }

  /** Asks for page after page, until there is none or somebody has {@linkplain #enough enough}. */
  public void all() {
    goingOn.set(source != null && state.get() != State.COMPLETE);
    retry();
    more();
  }

  /** The pages under way are the last for now. */
  public void enough() {
    goingOn.set(false);
  }

  /** Whether page after page is asked for. */
  public ReadOnlyBooleanProperty goingOn() {
    return goingOn.getReadOnlyProperty();
  }

  /** Asks once more for the page that could not be had. */
  public void retry() {
    if (source != null && state.get() == State.FAILED) {
      fetch(source);
    }
  }

  /**
   * Somebody looks at them: begins when nothing was asked for yet, else asks once more for what
   * could not be had.
   */
  public void lookedAt(Runnable begin) {
    if (state.get() == State.IDLE) {
      begin.run();
    } else {
      retry();
    }
  }

  /** Whether these are states of one row. */
  public boolean same(T one, T other) {
    return rows.same(one, other);
  }

  /** Where the rows come from at present, null before the first. */
  public @Nullable Source<T> source() {
    return source;
  }

  private void fetch(Source<T> from) {
    state.set(State.LOADING);
    told.clear();
    toldFirst.clear();
    String after = next;
    int pages = goingOn.get() ? AT_ONCE : 1;
    fetching = background.run(() -> several(from, after, pages), this::arrived, this::failed);
  }

  /** So many pages as one, unless there are fewer. */
  private static <T> Page<T> several(Source<T> from, String after, int pages) throws ApiException {
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
    if (fresh) {
      fresh = false;
      rows.become(page.rows());
    } else {
      rows.append(page.rows());
    }
    rows.prepend(toldFirst);
    update(told);
    next = page.next();
    state.set(page.hasMore() ? State.PARTIAL : State.COMPLETE);
    if (!page.hasMore()) {
      enough();
    } else if (goingOn.get() || page.rows().isEmpty()) {
      more(); // nobody can look at the end of nothing
    }
  }

  private void failed(Failure why) {
    enough();
    failure.set(why);
    state.set(State.FAILED);
  }

  /** Shows the latest of rows that are known, where they are; the others are left out. */
  public void put(Collection<T> latest) {
    if (state.get() == State.LOADING) {
      told.addAll(latest);
    }
    update(latest);
  }

  private void update(Collection<T> latest) {
    rows.update(latest, (present, other) -> byAge.compare(other, present) >= 0);
  }

  /** Shows new rows above all others, the last one topmost; those that are known stay in place. */
  public void putFirst(Collection<T> created) {
    if (state.get() == State.LOADING) {
      toldFirst.addAll(created);
    }
    rows.prepend(created);
  }

  /** Forgets what stands below that many rows: a list that grows at its top all day has an end. */
  public void keepFirst(int most) {
    rows.shorten(most);
  }

  /** The row with that identifier, when it is known. */
  public @Nullable T find(String identifier) {
    int index = rows.find(identifier);
    return index < 0 ? null : rows.get(index);
  }

  public void remove(String identifier) {
    int index = rows.find(identifier);
    if (index >= 0) {
      rows.without(index);
    }
  }
}
