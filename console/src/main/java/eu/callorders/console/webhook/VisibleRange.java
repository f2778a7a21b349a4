package eu.callorders.console.webhook;

import java.util.List;

/**
 * Which rows of a table can be seen.
 *
 * @param first index of the topmost
 * @param last index of the lowest, itself included; below the first for none
 */
record VisibleRange(int first, int last) {
  static final VisibleRange NOTHING = new VisibleRange(0, -1);

  /** Those of the rows that can be seen and stand at that index or below. */
  <T> List<T> of(List<T> rows, int from) {
    int begin = Math.max(first, from);
    int end = Math.min(last + 1, rows.size());
    return begin < end ? List.copyOf(rows.subList(begin, end)) : List.of();
  }
}
