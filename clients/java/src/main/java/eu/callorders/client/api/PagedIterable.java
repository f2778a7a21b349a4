package eu.callorders.client.api;

import eu.callorders.client.model.Page;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The rows of all pages of a list, each page requested when its first row is. */
public final class PagedIterable<T> implements Iterable<T> {
  private final CallOrderApi api;
  private final ApiRequest<Page<T>> first;

  public PagedIterable(CallOrderApi api, ApiRequest<Page<T>> first) {
    this.api = api;
    this.first = first;
  }

  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Iterator<T> iterator() {
    return new Rows();
  }

  private final class Rows implements Iterator<T> {
    private Page<T> page = load(first);
    private Iterator<T> rows = page.data().iterator();

    @Override
    public boolean hasNext() {
      String cursor = page.nextCursor();
      while (!rows.hasNext() && page.hasMore() && cursor != null) {
        page = load(first.withParameter("after", cursor));
        rows = page.data().iterator();
        cursor = page.nextCursor();
      }
      return rows.hasNext();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return rows.next();
    }

    private Page<T> load(ApiRequest<Page<T>> request) {
      return api.send(request).body();
    }
  }
}
