package eu.callorders.console.order;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The selected orders, of which there may be 100,000: rows are read once, and no more than an
 * action may have.
 *
 * @param first identifiers of the first ones, at most one more than {@link #LIMIT}
 * @param cancelable identifiers of those that can be canceled as far as known, at most one more
 *     than {@link #LIMIT}
 */
record SelectedOrders(int count, List<String> first, List<String> cancelable) {
  /** Orders of one action. */
  static final int LIMIT = 1_000;

  static final SelectedOrders NONE = of(List.of());

  static SelectedOrders of(List<OrderRow> rows) {
    return of(rows.size(), rows.stream());
  }

  /** Reads rows until there are too many for an action. */
  static SelectedOrders of(int count, Stream<OrderRow> rows) {
    List<String> first = new ArrayList<>();
    List<String> cancelable = new ArrayList<>();
    Iterator<OrderRow> unread = rows.iterator();
    while (cancelable.size() <= LIMIT && unread.hasNext()) {
      OrderRow row = unread.next();
      if (first.size() <= LIMIT) {
        first.add(row.id());
      }
      if (row.canBeCanceled()) {
        cancelable.add(row.id());
      }
    }
    return new SelectedOrders(count, List.copyOf(first), List.copyOf(cancelable));
  }

  /** Whether the same orders are selected, in whatever state. */
  boolean isSame(SelectedOrders other) {
    return count == other.count && first.equals(other.first);
  }

  /** Whether more can be canceled than an action may have. */
  boolean isTooMany() {
    return cancelable.size() > LIMIT;
  }

  /** Whether one action can cancel them. */
  boolean canBeCanceled() {
    return !cancelable.isEmpty() && !isTooMany();
  }
}
