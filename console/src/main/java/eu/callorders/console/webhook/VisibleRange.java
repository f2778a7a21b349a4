package eu.callorders.console.webhook;

import java.util.List;

/**
 * The visible rows of a table.
 *
 * @param first index of the first row
 * @param last index of the last row, inclusive; less than {@code first} for none
 */
record VisibleRange(int first, int last) {
  static final VisibleRange NOTHING = new VisibleRange(0, -1);

  /** The visible rows from that index on. */
  <T> List<T> select(List<T> rows, int from) {
    int begin = Math.max(first, from);
    int end = Math.min(last + 1, rows.size());
    return begin < end ? List.copyOf(rows.subList(begin, end)) : List.of();
  }
}
