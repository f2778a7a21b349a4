package eu.callorders.console.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import javafx.collections.ObservableListBase;
import org.jspecify.annotations.Nullable;

/**
 * Rows, and where each of them is. Whatever is done to many of them at once is one change for who
 * listens, and costs as much as there are rows in it, however many others there are.
 *
 * @param <T> a row
 */
final class RowList<T> extends ObservableListBase<T> {
  private final Function<T, String> id;
  private final List<T> rows = new ArrayList<>();

  /** Counted from {@link #first}, so that rows that come on top move nobody. */
  private final Map<String, Integer> places = new HashMap<>();

  private int first;

  RowList(Function<T, String> id) {
    this.id = id;
  }

  @Override
  public T get(int index) {
    return rows.get(index);
  }

  @Override
  public int size() {
    return rows.size();
  }

  /** Where the row with that identifier is, -1 when it is not known. */
  int find(String identifier) {
    @Nullable Integer place = places.get(identifier);
    return place == null ? -1 : place - first;
  }

  boolean same(T one, T other) {
    return id.apply(one).equals(id.apply(other));
  }

  /** These instead of all that are there. */
  void become(Collection<T> others) {
    List<T> before = List.copyOf(rows);
    rows.clear();
    places.clear();
    first = 0;
    beginChange();
    if (!before.isEmpty()) {
      nextRemove(0, before);
    }
    added(0, take(others, false));
    endChange();
  }

  /** Those that are not there yet, below all others. */
  void append(Collection<T> below) {
    int before = rows.size();
    added(before, take(below, false));
  }

  /** Those that are not there yet, above all others, the last one topmost. */
  void prepend(Collection<T> above) {
    added(0, take(above, true));
  }

  private void added(int from, int many) {
    if (many > 0) {
      beginChange();
      nextAdd(from, from + many);
      endChange();
    }
  }

  private int take(Collection<T> some, boolean onTop) {
    List<T> unknown = new ArrayList<>();
    for (T row : some) {
      int place = onTop ? first - 1 - unknown.size() : first + rows.size() + unknown.size();
      if (places.putIfAbsent(id.apply(row), place) == null) {
        unknown.add(row);
      }
    }
    rows.addAll(onTop ? 0 : rows.size(), onTop ? unknown.reversed() : unknown);
    first -= onTop ? unknown.size() : 0;
    return unknown.size();
  }

  /**
   * Each in place of the one with its identifier. They count as the same rows with other values:
   * tables look for a chosen row in vain when it was replaced.
   *
   * @param wanted tells of the present and the other row whether they are exchanged
   */
  void update(Collection<T> others, BiPredicate<T, T> wanted) {
    beginChange();
    for (T row : others) {
      int index = find(id.apply(row));
      if (index >= 0 && !row.equals(rows.get(index)) && wanted.test(rows.get(index), row)) {
        rows.set(index, row);
        nextUpdate(index);
      }
    }
    endChange();
  }

  /** Without that one; of those above and those below it the fewer ones move. */
  void without(int index) {
    beginChange();
    T removed = rows.remove(index);
    places.remove(id.apply(removed));
    if (index < rows.size() / 2) {
      first++;
      move(rows.subList(0, index), 1);
    } else {
      move(rows.subList(index, rows.size()), -1);
    }
    nextRemove(index, removed);
    endChange();
  }

  /** The topmost ones only, that many. */
  void shorten(int most) {
    if (rows.size() > most) {
      List<T> below = rows.subList(most, rows.size());
      List<T> removed = List.copyOf(below);
      removed.forEach(row -> places.remove(id.apply(row)));
      below.clear();
      beginChange();
      nextRemove(most, removed);
      endChange();
    }
  }

  private void move(List<T> some, int by) {
    some.forEach(row -> places.merge(id.apply(row), by, Integer::sum));
  }
}
