package eu.callorders.server.list;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors.Position;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a list query returned.
 *
 * @param found the matching rows, newest first, one more than the page size when there are more
 * @param positions of these rows in the list
 * @param lastVisited the last row visited when the query stopped at its bound; null at the list's
 *     end
 */
public record ListRows<T>(List<T> found, List<Position> positions, @Nullable Position lastVisited) {

  public static <T> ListRows<T> empty() {
    return new ListRows<>(List.of(), List.of(), null);
  }

  /**
   * The page of a request.
   *
   * @param json the JSON of a row
   */
  public Reply toPage(ApiRequest request, Cursors cursors, Function<T, ? extends JsonNode> json) {
    PageRows<T> page = new PageRows<>();
    for (T row : found.subList(0, Math.min(request.limit(), found.size()))) {
      if (!page.add(row, json.apply(row))) {
        break;
      }
    }
    Position end = page.size() < found.size() ? positions.get(page.size() - 1) : lastVisited;
    return page.reply(request, cursors, end);
  }
}
