package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The envelope of every list: {@code {data, has_more, next_cursor}}. */
public final class Page {
  /** Limit of a page's rows in bytes; a single row may exceed it. */
  public static final long MAX_BYTES = 4 << 20;

  /** Permits of {@link Operation#hasLargePages}: one page at a time per two processors. */
  static final int PERMITS = 64;

  private Page() {}

  /**
   * A page as a reply.
   *
   * @param rows JSON texts
   * @param nextCursor null on the last page
   */
  public static Reply of(List<String> rows, boolean hasMore, @Nullable String nextCursor) {
    int size = rows.stream().mapToInt(String::length).sum() + rows.size();
    StringBuilder json = new StringBuilder(size + 120).append("{\"data\":[");
    for (int position = 0; position < rows.size(); position++) {
      json.append(position == 0 ? "" : ",").append(rows.get(position));
    }
    json.append("],\"has_more\":").append(hasMore).append(",\"next_cursor\":");
    json.append(
        nextCursor == null ? "null" : JsonNodeFactory.instance.textNode(nextCursor).toString());
    return Reply.ofText(200, json.append('}').toString());
  }

  public static Reply ofNodes(
      List<? extends JsonNode> rows, boolean hasMore, @Nullable String nextCursor) {
    return of(rows.stream().map(JsonNode::toString).toList(), hasMore, nextCursor);
  }
}
