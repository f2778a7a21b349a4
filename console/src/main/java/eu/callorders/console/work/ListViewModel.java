package eu.callorders.console.work;

import java.util.Map;

/** A list filtered by input above it. */
public interface ListViewModel<T> {
  PagedRows<T> rows();

  /** Reloads with the current filters. */
  void apply();

  /** Reloads as {@link #apply} did, after changes that no events announced. */
  default void reload() {
    rows().reload();
  }

  /** Resets the search and the filters, sets these by query parameter, and reloads. */
  void filterBy(Map<String, String> filters);

  /** Resets the search and the filters, and reloads. */
  default void clear() {
    filterBy(Map.of());
  }

  /** Sets whether the list is polled, while it is visible and no events update it. */
  default void setPolled(boolean polled) {}
}
