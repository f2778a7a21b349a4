package eu.callorders.server.list;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a page up to {@link Page#MAX_BYTES}; the first row always fits.
 *
 * @param <T> the resource of a row
 */
public final class PageRows<T> {
  private final List<byte[]> rows = new ArrayList<>();
  private long bytes;
  private @Nullable T last;

  /** Adds a row; false when it does not fit. */
  public boolean add(T row, JsonNode json) {
    byte[] text = Json.bytes(json);
    if (!rows.isEmpty() && bytes + text.length > Page.MAX_BYTES) {
      return false;
    }
    rows.add(text);
    bytes += text.length;
    last = row;
    return true;
  }

  public int size() {
    return rows.size();
  }

  public long bytes() {
    return bytes;
  }

  /** The last added row; throws when there is none. */
  T last() {
    return Objects.requireNonNull(last);
  }

  /**
   * The page of a request.
   *
   * @param end the position after which the list continues; null at its end
   */
  Reply reply(ApiRequest request, Cursors cursors, @Nullable Position end) {
    return Page.of(rows, end != null, end == null ? null : cursors.create(request, end));
  }
}
