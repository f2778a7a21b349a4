package eu.callorders.console.bulk;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The selected rows, of which there may be 100,000: they are read once, and no more of them than an
 * action may have.
 *
 * @param first identifiers of the first ones, at most one more than {@link #LIMIT}
 * @param eligible for each action the identifiers of those to which it applies as far as known, at
 *     most one more than {@link #LIMIT}
 */
public record Selection(int count, List<String> first, Map<BulkAction, List<String>> eligible) {
  /** Rows of one action. */
  static final int LIMIT = 1_000;

  static final Selection NONE = new Selection(0, List.of(), Map.of());

  /**
   * Reads rows until there are too many for each action.
   *
   * @param actions with the rows to which they apply
   */
  public static <T> Selection of(
      int count,
      Stream<T> rows,
      Function<T, String> identifier,
      Map<BulkAction, Predicate<T>> actions) {
    List<String> first = new ArrayList<>();
    Map<BulkAction, List<String>> eligible = new LinkedHashMap<>();
    actions.keySet().forEach(action -> eligible.put(action, new ArrayList<>()));
    Iterator<T> unread = rows.iterator();
    while (unread.hasNext() && eligible.values().stream().anyMatch(ids -> ids.size() <= LIMIT)) {
      T row = unread.next();
      String id = identifier.apply(row);
      add(first, id);
      actions.forEach(
          (action, applies) -> {
            if (applies.test(row)) {
              add(eligible.getOrDefault(action, List.of()), id);
            }
          });
    }
    return new Selection(count, first, eligible);
  }

  private static void add(List<String> ids, String id) {
    if (ids.size() <= LIMIT) {
      ids.add(id);
    }
  }

  /** Whether the same rows are selected, in whatever state. */
  boolean isSame(Selection other) {
    return count == other.count && first.equals(other.first);
  }

  List<String> ids(BulkAction action) {
    return eligible.getOrDefault(action, List.of());
  }

  /** Whether the action applies to more rows than it may have. */
  boolean isTooMany(BulkAction action) {
    return ids(action).size() > LIMIT;
  }

  /** To how many rows the action applies; all of them when they are too many. */
  int count(BulkAction action) {
    return isTooMany(action) ? count : ids(action).size();
  }

  boolean permits(BulkAction action) {
    return !ids(action).isEmpty() && !isTooMany(action);
  }
}
