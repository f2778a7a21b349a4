package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.Cursors.Position;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads the resources of a page in slices, so that neither the memory nor an event loop holds more
 * than the page shows. Resources that were deleted since they were found are left out.
 *
 * @param found where the resources of the page are in the list
 * @param load those of some identifiers that are still there, in their order
 * @param json the JSON of a resource
 * @param position where a resource is in the list
 */
public record PageLoader<R>(
    ApiRequest request,
    Cursors cursors,
    ListRows<Position> found,
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
    return fill(new PageRows<>(), 0, slice);
  }

  private Future<Reply> fill(PageRows<R> page, int begin, int slice) {
    int most = Math.min(request.limit(), found.found().size());
    int end = Math.min(most, begin + slice);
    return load.apply(found.found().subList(begin, end).stream().map(Position::id).toList())
        .compose(
            loaded -> {
              for (R resource : loaded) {
                if (!page.add(resource, json.apply(resource))) {
                  return reply(page, position.apply(page.last()));
                }
              }
              return end < most
                  ? fill(page, end, page.bytes() == 0 ? slice : nextSlice(page))
                  : reply(
                      page, most < found.found().size() ? found.found().get(end - 1) : found.cut());
            });
  }

  private Future<Reply> reply(PageRows<R> page, @Nullable Position end) {
    return Future.succeededFuture(page.reply(request, cursors, end));
  }

  private static int nextSlice(PageRows<?> page) {
    return (int) Math.max(1, SLICE_BYTES * page.size() / page.bytes());
  }
}
