package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
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

  private final Background background;
  private final Function<T, String> id;
  private final Comparator<T> byAge;
  private final ObservableList<T> rows = FXCollections.observableArrayList();
  private final Set<String> known = new HashSet<>();
  private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(State.IDLE);
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable Source<T> source;
  private @Nullable Work fetching;
  private boolean fresh;
  private String next = "";

  /**
   * @param byAge tells which of two states of a row is the later one: pages and events overtake
   *     each other
   */
  public PagedRows(Background background, Function<T, String> id, Comparator<T> byAge) {
    this.background = background;
    this.id = id;
    this.byAge = byAge;
  }

  /** In the order of the service. Only this class changes it. */
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

  /** Where the rows come from at present, null before the first. */
  public @Nullable Source<T> source() {
    return source;
  }

  private void fetch(Source<T> from) {
    state.set(State.LOADING);
    String after = next;
    fetching = background.run(() -> from.page(after), this::arrived, this::failed);
  }

  private void arrived(Page<T> page) {
    failure.set(null);
    if (fresh) {
      fresh = false;
      known.clear();
      page.rows().forEach(row -> known.add(id.apply(row)));
      rows.setAll(page.rows());
    } else {
      rows.addAll(page.rows().stream().filter(row -> known.add(id.apply(row))).toList());
    }
    next = page.next();
    state.set(page.hasMore() ? State.PARTIAL : State.COMPLETE);
    if (page.rows().isEmpty()) {
      more(); // nobody can look at the end of nothing
    }
  }

  private void failed(Failure why) {
    failure.set(why);
    state.set(State.FAILED);
  }

  /** Shows the latest of rows that are known, where they are; the others are left out. */
  public void put(Collection<T> latest) {
    Map<String, T> changed = new LinkedHashMap<>();
    latest.stream()
        .filter(row -> known.contains(id.apply(row)))
        .forEach(row -> changed.put(id.apply(row), row));
    for (int index = 0; index < rows.size() && !changed.isEmpty(); index++) {
      T row = changed.remove(id.apply(rows.get(index)));
      if (row != null && byAge.compare(row, rows.get(index)) >= 0) {
        rows.set(index, row);
      }
    }
  }

  /** Shows new rows above all others, the last one topmost; those that are known stay in place. */
  public void putFirst(Collection<T> created) {
    List<T> unknown = new ArrayList<>();
    created.stream().filter(row -> known.add(id.apply(row))).forEach(row -> unknown.addFirst(row));
    if (!unknown.isEmpty()) {
      rows.addAll(0, unknown);
    }
  }

  /** The row with that identifier, when it is known. */
  public @Nullable T find(String identifier) {
    if (!known.contains(identifier)) {
      return null;
    }
    return rows.stream().filter(row -> id.apply(row).equals(identifier)).findFirst().orElse(null);
  }

  public void remove(String identifier) {
    if (known.remove(identifier)) {
      rows.removeIf(row -> id.apply(row).equals(identifier));
    }
  }
}
