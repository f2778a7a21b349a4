package eu.callorders.console.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.collections.ObservableListBase;
import org.jspecify.annotations.Nullable;

/**
 * Rows with an index by identifier. The cost of an operation depends on the affected rows only, not
 * on the size of the list. Rows at different places are inserted and removed by a change each: a
 * table moves its selection by the first place of a change only.
 */
final class RowList<T> extends ObservableListBase<T> {
  private static final long LABEL_DISTANCE = 1L << 32;

  /** Labels grow from row to row, so that an index is found without counting the rows before it. */
  private static final class Entry<T> {
    private T row;
    private long label;

    private Entry(T row, long label) {
      this.row = row;
      this.label = label;
    }
  }

  private final Function<T, String> id;
  private final List<Entry<T>> entries = new ArrayList<>();
  private final Map<String, Entry<T>> known = new HashMap<>();

  RowList(Function<T, String> id) {
    this.id = id;
  }

  @Override
  public T get(int index) {
    return entries.get(index).row;
  }

  @Override
  public int size() {
    return entries.size();
  }

  /** Index of the row with that identifier, or -1. */
  int find(String identifier) {
    @Nullable Entry<T> entry = known.get(identifier);
    return entry == null
        ? -1
        : Collections.binarySearch(entries, entry, Comparator.comparingLong(it -> it.label));
  }

  void replaceRows(Collection<T> newRows) {
    List<T> before = List.copyOf(this);
    entries.clear();
    known.clear();
    beginChange();
    if (!before.isEmpty()) {
      nextRemove(0, before);
    }
    append(newRows);
    endChange();
  }

  /** Adds unknown rows at the end. */
  void append(Collection<T> below) {
    int before = entries.size();
    for (T row : below) {
      addUnknown(entries.size(), row);
    }
    fireAdded(before, entries.size());
  }

  /** Adds unknown rows on top, the last one first. */
  void prepend(Collection<T> above) {
    List<Entry<T>> added = new ArrayList<>();
    long label = label(0);
    for (T row : above) {
      Entry<T> entry = new Entry<>(row, label);
      if (known.putIfAbsent(id.apply(row), entry) == null) {
        added.add(entry);
        label -= LABEL_DISTANCE;
      }
    }
    entries.addAll(0, added.reversed());
    fireAdded(0, added.size());
  }

  private void fireAdded(int from, int to) {
    if (from < to) {
      beginChange();
      nextAdd(from, to);
      endChange();
    }
  }

  /** Adds unknown rows where that order, in which the list is, puts them. */
  void insert(Collection<T> rows, Comparator<T> order) {
    for (T row : rows) {
      int index = insertionPoint(row, order);
      if (addUnknown(index, row)) {
        fireAdded(index, index + 1);
      }
    }
  }

  private int insertionPoint(T row, Comparator<T> order) {
    int low = 0;
    int high = entries.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.compare(get(middle), row) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean addUnknown(int index, T row) {
    String identifier = id.apply(row);
    if (known.containsKey(identifier)) {
      return false;
    }
    Entry<T> entry = new Entry<>(row, label(index));
    known.put(identifier, entry);
    entries.add(index, entry);
    return true;
  }

  /** A label for a new row at that index. */
  private long label(int index) {
    if (entries.isEmpty()) {
      return 0;
    }
    if (index == 0) {
      return entries.getFirst().label - LABEL_DISTANCE;
    }
    if (index == entries.size()) {
      return entries.getLast().label + LABEL_DISTANCE;
    }
    long above = entries.get(index - 1).label;
    long below = entries.get(index).label;
    if (below - above > 1) {
      return above + (below - above) / 2;
    }
    for (int i = 0; i < entries.size(); i++) {
      entries.get(i).label = i * LABEL_DISTANCE;
    }
    return label(index);
  }

  /**
   * Replaces rows by identifier. Fires updates, not replacements: a table loses the selection of a
   * replaced row.
   */
  void update(Collection<T> others) {
    beginChange();
    for (T row : others) {
      @Nullable Entry<T> entry = known.get(id.apply(row));
      if (entry != null && !row.equals(entry.row)) {
        entry.row = row;
        nextUpdate(find(id.apply(row)));
      }
    }
    endChange();
  }

  /** Removes the known ones of these rows. */
  void removeAll(List<String> identifiers) {
    for (String identifier : identifiers) {
      int index = find(identifier);
      if (index >= 0) {
        beginChange();
        known.remove(identifier);
        nextRemove(index, entries.remove(index).row);
        endChange();
      }
    }
  }

  /** Removes all rows after the first {@code limit}. */
  void truncate(int limit) {
    if (entries.size() > limit) {
      List<T> removed = List.copyOf(subList(limit, size()));
      removed.forEach(row -> known.remove(id.apply(row)));
      entries.subList(limit, entries.size()).clear();
      beginChange();
      nextRemove(limit, removed);
      endChange();
    }
  }
}
