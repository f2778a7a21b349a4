package eu.callorders.client.api;

import com.fasterxml.jackson.core.type.TypeReference;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request of an operation. Immutable; {@link Operations} creates it.
 *
 * @param path with leading slash, encoded
 * @param query parameters by name, not encoded
 * @param headers fields by name
 * @param body a document of the contract, a JSON tree, or JSON as {@code byte[]}; null for none
 * @param <T> the document of the response
 */
public record ApiRequest<T>(
    String method,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    @Nullable Object body,
    TypeReference<T> type) {
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  private static final String IF_MATCH = "If-Match";

  public static <T> ApiRequest<T> of(String method, String path, TypeReference<T> type) {
    return new ApiRequest<>(method, path, Map.of(), Map.of(), null, type);
  }

  /** Encodes a segment of a path. */
  public static String segment(Object value) {
    return URLEncoder.encode(text(value), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The value of a parameter as text; lists are separated by commas. */
  static String text(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : String.valueOf(value);
  }

  /** With another body: a document of the contract, a JSON tree, or JSON as {@code byte[]}. */
  public ApiRequest<T> withBody(@Nullable Object document) {
    return new ApiRequest<>(method, path, query, headers, document, type);
  }

  ApiRequest<T> with(Map<String, String> parameters) {
    return new ApiRequest<>(method, path, parameters, headers, body, type);
  }

  ApiRequest<T> withIfMatch(@Nullable String etag) {
    return etag == null ? this : withHeader(IF_MATCH, etag);
  }

  public ApiRequest<T> withParameter(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(query);
    all.put(name, value);
    return with(all);
  }

  public ApiRequest<T> withHeader(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(name, value);
    return new ApiRequest<>(method, path, query, all, body, type);
  }

  /** With a key of the caller's; without one the client generates it. */
  public ApiRequest<T> withIdempotencyKey(String key) {
    return withHeader(IDEMPOTENCY_KEY, key);
  }

  /** The same request with its response read as another type, such as a JSON tree. */
  public <U> ApiRequest<U> readAs(TypeReference<U> other) {
    return new ApiRequest<>(method, path, query, headers, body, other);
  }

  /** Path and query, encoded. */
  public String target() {
    if (query.isEmpty()) {
      return path;
    }
    return query.entrySet().stream()
        .map(parameter -> parameter.getKey() + "=" + segment(parameter.getValue()))
        .collect(Collectors.joining("&", path + "?", ""));
  }

  /** Whether it changes something, and so carries an idempotency key. */
  public boolean isWrite() {
    return !method.equals("GET");
  }
}
