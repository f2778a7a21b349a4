package eu.callorders.console.work;

/** A list filtered by input above it. */
public interface ListViewModel<T> {
  PagedRows<T> rows();

  /** Reloads with the current filters. */
  void apply();

  /** Resets the filters and reloads. */
  void clear();

  /** Sets whether the list is polled, while it is visible and no events update it. */
  default void setPolled(boolean polled) {}
}
