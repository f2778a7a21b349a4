package eu.callorders.console.work;

/**
 * A list that is asked for by what is filled in above it.
 *
 * @param <T> a row
 */
public interface ListViewModel<T> {
  PagedRows<T> rows();

  /** Lists by what is filled in. */
  void apply();

  /** Lists everything again, with nothing filled in. */
  void clear();
}
