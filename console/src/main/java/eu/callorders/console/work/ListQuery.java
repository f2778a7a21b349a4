package eu.callorders.console.work;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a list contains.
 *
 * @param source loads its pages
 * @param matches whether the source lists a row
 * @param order of the rows in the source
 */
public record ListQuery<T>(PagedRows.Source<T> source, Predicate<T> matches, Comparator<T> order) {
  /** Loads up to that many pages as one. */
  Page<T> pages(String after, int max) throws ApiException {
    Page<T> page = source.page(after);
    List<T> rows = new ArrayList<>(page.rows());
    for (int i = 1; i < max && page.hasMore(); i++) {
      page = source.page(page.next());
      rows.addAll(page.rows());
    }
    return new Page<>(rows, page.hasMore(), page.next());
  }

  /** The pages of several lists, one list after another. */
  public static <T> PagedRows.Source<T> chained(List<PagedRows.Source<T>> lists) {
    return after -> {
      int list = after.isEmpty() ? 0 : Integer.parseInt(after, 0, after.indexOf(':'), 10);
      Page<T> page = lists.get(list).page(after.substring(after.indexOf(':') + 1));
      List<T> rows = new ArrayList<>(page.rows());
      while (!page.hasMore() && ++list < lists.size()) {
        page = lists.get(list).page("");
        rows.addAll(page.rows());
      }
      return new Page<>(rows, page.hasMore(), list + ":" + page.next());
    };
  }
}
