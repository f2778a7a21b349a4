package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The envelope of every list: {@code {data, has_more, next_cursor}}. */
public final class Page {
  /** Limit of a page's rows in bytes; a single row may exceed it. */
  public static final long MAX_BYTES = 4 << 20;

  /** Permits of {@link Operation#withLargePages}: one page at a time per two processors. */
  static final int PERMITS = 64;

  private Page() {}

  /**
   * A page as a reply.
   *
   * @param rows JSON texts in UTF-8
   * @param nextCursor null on the last page
   */
  public static Reply of(List<byte[]> rows, boolean hasMore, @Nullable String nextCursor) {
    int size = rows.stream().mapToInt(row -> row.length).sum() + rows.size();
    Buffer json = Buffer.buffer(size + 120).appendString("{\"data\":[");
    for (int position = 0; position < rows.size(); position++) {
      json.appendString(position == 0 ? "" : ",").appendBytes(rows.get(position));
    }
    String cursor =
        nextCursor == null ? "null" : JsonNodeFactory.instance.textNode(nextCursor).toString();
    json.appendString("],\"has_more\":" + hasMore + ",\"next_cursor\":" + cursor + "}");
    return Reply.ofBytes(200, json);
  }

  public static Reply ofNodes(
      List<? extends JsonNode> rows, boolean hasMore, @Nullable String nextCursor) {
    return of(rows.stream().map(Json::bytes).toList(), hasMore, nextCursor);
  }
}
