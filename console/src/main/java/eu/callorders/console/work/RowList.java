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
 * Rows with an index by identifier. A bulk operation fires one change; its cost depends on the
 * affected rows only, not on the size of the list.
 */
final class RowList<T> extends ObservableListBase<T> {
  private final Function<T, String> id;
  private final List<T> rows = new ArrayList<>();

  /** Positions relative to {@link #first}, so that rows added on top move no entries. */
  private final Map<String, Integer> positions = new HashMap<>();

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

  /** Index of the row with that identifier, or -1. */
  int find(String identifier) {
    @Nullable Integer position = positions.get(identifier);
    return position == null ? -1 : position - first;
  }

  boolean same(T one, T other) {
    return id.apply(one).equals(id.apply(other));
  }

  void replaceRows(Collection<T> newRows) {
    List<T> before = List.copyOf(rows);
    rows.clear();
    positions.clear();
    first = 0;
    beginChange();
    if (!before.isEmpty()) {
      nextRemove(0, before);
    }
    insert(0, insertUnknown(newRows, false));
    endChange();
  }

  /** Adds unknown rows at the end. */
  void append(Collection<T> below) {
    int before = rows.size();
    insert(before, insertUnknown(below, false));
  }

  /** Adds unknown rows on top, the last one first. */
  void prepend(Collection<T> above) {
    insert(0, insertUnknown(above, true));
  }

  private void insert(int from, int count) {
    if (count > 0) {
      beginChange();
      nextAdd(from, from + count);
      endChange();
    }
  }

  private int insertUnknown(Collection<T> candidates, boolean onTop) {
    List<T> unknown = new ArrayList<>();
    for (T row : candidates) {
      int position = onTop ? first - 1 - unknown.size() : first + rows.size() + unknown.size();
      if (positions.putIfAbsent(id.apply(row), position) == null) {
        unknown.add(row);
      }
    }
    rows.addAll(onTop ? 0 : rows.size(), onTop ? unknown.reversed() : unknown);
    first -= onTop ? unknown.size() : 0;
    return unknown.size();
  }

  /**
   * Replaces rows by identifier. Fires updates, not replacements: a table loses the selection of a
   * replaced row.
   *
   * @param accept decides on the present and the new row
   */
  void update(Collection<T> others, BiPredicate<T, T> accept) {
    beginChange();
    for (T row : others) {
      int index = find(id.apply(row));
      if (index >= 0 && !row.equals(rows.get(index)) && accept.test(rows.get(index), row)) {
        rows.set(index, row);
        nextUpdate(index);
      }
    }
    endChange();
  }

  /** Removes a row; shifts the positions of the shorter side. */
  void removeAt(int index) {
    beginChange();
    T removed = rows.remove(index);
    positions.remove(id.apply(removed));
    if (index < rows.size() / 2) {
      first++;
      shiftPositions(rows.subList(0, index), 1);
    } else {
      shiftPositions(rows.subList(index, rows.size()), -1);
    }
    nextRemove(index, removed);
    endChange();
  }

  /** Removes all rows after the first {@code limit}. */
  void truncate(int limit) {
    if (rows.size() > limit) {
      List<T> below = rows.subList(limit, rows.size());
      List<T> removed = List.copyOf(below);
      removed.forEach(row -> positions.remove(id.apply(row)));
      below.clear();
      beginChange();
      nextRemove(limit, removed);
      endChange();
    }
  }

  private void shiftPositions(List<T> moved, int by) {
    moved.forEach(row -> positions.merge(id.apply(row), by, Integer::sum));
  }
}
