package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * Loads the resources of a page in slices, so that neither the memory nor an event loop holds more
 * than the page shows.
 *
 * @param found the identifiers of the page
 * @param load the resources of some of them, in their order
 * @param json the JSON of a resource
 * @param position where a resource is in the list
 */
public record PageLoader<R>(
    ApiRequest request,
    Cursors cursors,
    ListRows<UUID> found,
    Function<List<UUID>, Future<List<R>>> load,
    Function<R, ? extends JsonNode> json,
    Function<R, Position> position) {

  /** Of resources that are loaded and written in one go: more keeps an event loop from others. */
  private static final long SLICE_BYTES = 256 * 1024;

  /**
   * The page.
   *
   * @param slice how many resources are loaded first; the size of those decides about the next
   */
  public Future<Reply> page(int slice) {
    return fill(new PageRows<>(), slice);
  }

  private Future<Reply> fill(PageRows<R> page, int slice) {
    int most = Math.min(request.limit(), found.found().size());
    int end = Math.min(most, page.size() + slice);
    return load.apply(found.found().subList(page.size(), end))
        .compose(
            loaded -> {
              for (R resource : loaded) {
                if (!page.add(resource, json.apply(resource))) {
                  break;
                }
              }
              return page.size() == end && end < most
                  ? fill(page, nextSlice(page))
                  : Future.succeededFuture(found.page(request, cursors, page, position));
            });
  }

  private int nextSlice(PageRows<R> page) {
    return (int) Math.max(1, SLICE_BYTES * page.size() / page.bytes());
  }
}
