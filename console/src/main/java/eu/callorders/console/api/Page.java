package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Function;

/**
 * A page of a list.
 *
 * @param hasMore whether more rows exist now; the number of rows does not tell
 * @param next cursor; empty on the last page of a finite list
 */
public record Page<T>(List<T> rows, boolean hasMore, String next) {

  static Page<JsonNode> of(JsonNode envelope) {
    return new Page<>(
        Json.list(envelope.path("data"), row -> row),
        envelope.path("has_more").asBoolean(),
        envelope.path("next_cursor").asText(""));
  }

  public <R> Page<R> map(Function<T, R> mapper) {
    return new Page<>(rows.stream().map(mapper).toList(), hasMore, next);
  }
}
