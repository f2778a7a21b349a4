package eu.callorders.server.list;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads the resources of a page in slices, to bound memory and event-loop time. Resources that were
 * deleted meanwhile are skipped.
 *
 * @param found the positions of the page's resources
 * @param load loads the remaining resources of some identifiers, in their order
 * @param json the JSON of a resource
 * @param position the position of a resource in the list
 */
public record PageLoader<R>(
    ApiRequest request,
    Cursors cursors,
    ListRows<Position> found,
    Function<List<UUID>, Future<List<R>>> load,
    Function<R, ? extends JsonNode> json,
    Function<R, Position> position) {

  /** Target size of a slice, to bound the time on the event loop. */
  private static final long SLICE_BYTES = 64 * 1024;

  /**
   * Loads the page.
   *
   * @param slice number of resources in the first slice; later slices follow their size
   */
  public Future<Reply> page(int slice) {
    return fill(new PageRows<>(), 0, slice);
  }

  private Future<Reply> fill(PageRows<R> page, int begin, int slice) {
    int end = Math.min(request.limit(), found.found().size());
    int sliceEnd = Math.min(end, begin + slice);
    return load.apply(found.found().subList(begin, sliceEnd).stream().map(Position::id).toList())
        .compose(
            loaded -> {
              for (R resource : loaded) {
                if (!page.add(resource, json.apply(resource))) {
                  return reply(page, position.apply(page.last()));
                }
              }
              return sliceEnd < end
                  ? fill(page, sliceEnd, page.bytes() == 0 ? slice : nextSlice(page))
                  : reply(
                      page,
                      end < found.found().size()
                          ? found.found().get(sliceEnd - 1)
                          : found.lastVisited());
            });
  }

  private Future<Reply> reply(PageRows<R> page, @Nullable Position end) {
    return Future.succeededFuture(page.reply(request, cursors, end));
  }

  private static int nextSlice(PageRows<?> page) {
    return (int) Math.max(1, SLICE_BYTES * page.size() / page.bytes());
  }
}
