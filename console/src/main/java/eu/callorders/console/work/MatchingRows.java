package eu.callorders.console.work;

import eu.callorders.console.api.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The loaded rows of a query. A row that comes to match enters at its place, and one that no longer
 * matches leaves.
 */
final class MatchingRows<T> {
  final RowList<T> list;
  final LeavingRows leaving;
  private final Function<T, String> id;
  private final Comparator<T> byAge;

  /** Merges a shown state into a later one. */
  BinaryOperator<T> merge = (before, now) -> now;

  /** Rows that entered since the first page, after which the list is loaded again. */
  static final int MAX_ENTERED = 20_000;

  /** Whether the query has no rows below the loaded ones. */
  private boolean complete;

  private int entered;

  MatchingRows(
      BackgroundExecutor background,
      Duration markTime,
      Function<T, String> id,
      Comparator<T> byAge) {
    this.list = new RowList<>(id);
    this.leaving = new LeavingRows(background, markTime, this::remove);
    this.id = id;
    this.byAge = byAge;
  }

  void replace(Page<T> page) {
    leaving.clear();
    list.replaceRows(page.rows());
    complete = !page.hasMore();
    entered = 0;
  }

  void append(Page<T> page) {
    list.append(page.rows());
    complete = !page.hasMore();
  }

  /** Updates known rows in place; ignores older states. */
  void update(Collection<T> latest) {
    list.update(current(latest));
  }

  /** Updates known rows in place, inserts those that match and marks those that do not. */
  void place(Collection<T> latest, Predicate<T> matches, Comparator<T> order) {
    List<T> current = current(newestStates(latest));
    List<String> gone = new ArrayList<>();
    List<T> entering = new ArrayList<>();
    for (T row : current) {
      if (!matches.test(row)) {
        gone.add(id.apply(row));
      } else if (isKnown(row)) {
        leaving.unmark(id.apply(row));
      } else if (complete || (!list.isEmpty() && order.compare(row, list.getLast()) < 0)) {
        entering.add(row);
      }
    }
    list.update(current);
    list.insert(entering, order);
    entered += entering.size();
    leave(gone);
  }

  /** Whether too many rows have entered; never while several are selected. */
  boolean isOvergrown() {
    return entered >= MAX_ENTERED
        && list.stream().map(id).filter(leaving::isSelected).limit(2).count() < 2;
  }

  private boolean isKnown(T row) {
    return list.find(id.apply(row)) >= 0;
  }

  /** Those that are unknown, or not older than the shown state and merged with it. */
  private List<T> current(Collection<T> latest) {
    List<T> current = new ArrayList<>();
    for (T row : latest) {
      int index = list.find(id.apply(row));
      if (index < 0) {
        current.add(row);
      } else if (byAge.compare(row, list.get(index)) >= 0) {
        current.add(merge.apply(list.get(index), row));
      }
    }
    return current;
  }

  private Collection<T> newestStates(Collection<T> rows) {
    Map<String, T> newest = new LinkedHashMap<>();
    for (T row : rows) {
      newest.merge(
          id.apply(row), row, (one, other) -> byAge.compare(other, one) >= 0 ? other : one);
    }
    return newest.values();
  }

  /** Whether a first page shows that more rows are new than it contains. */
  boolean isGapAbove(Page<T> page) {
    return page.hasMore() && page.rows().stream().noneMatch(this::isKnown);
  }

  /** Takes the rows of a first page, and marks rows in its range that it does not contain. */
  void placeFirst(Page<T> page, Comparator<T> order) {
    place(page.rows(), ignored -> true, order);
    int end = end(page);
    markMissing(page, List.copyOf(end < 0 ? list : list.subList(0, end)));
  }

  /** Takes the rows of a page, and marks those of the known rows that it should contain. */
  void placeWithin(Page<T> page, List<T> shown, Comparator<T> order) {
    place(page.rows(), ignored -> true, order);
    int end = end(page);
    markMissing(
        page, shown.stream().filter(row -> end < 0 || list.find(id.apply(row)) < end).toList());
  }

  /** The index of the last row of the page; -1 when the page reaches below the loaded rows. */
  private int end(Page<T> page) {
    return page.hasMore() ? list.find(id.apply(page.rows().getLast())) : -1;
  }

  private void markMissing(Page<T> page, List<T> shown) {
    Set<String> present = page.rows().stream().map(id).collect(Collectors.toSet());
    leave(shown.stream().map(id).filter(row -> !present.contains(row)).toList());
  }

  /** Marks the known ones of these rows. */
  void leave(Collection<String> identifiers) {
    leaving.mark(identifiers.stream().filter(it -> list.find(it) >= 0).toList());
  }

  void remove(List<String> identifiers) {
    identifiers.forEach(leaving::unmark);
    list.removeAll(identifiers);
  }

  void truncate(int limit) {
    if (list.size() > limit) {
      list.subList(limit, list.size()).stream().map(id).toList().forEach(leaving::unmark);
      list.truncate(limit);
      complete = false;
    }
  }
}
