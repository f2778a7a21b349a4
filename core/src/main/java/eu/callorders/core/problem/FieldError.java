package eu.callorders.core.problem;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One fault of one member of a request.
 *
 * @param pointer RFC 6901 pointer into the body, or {@code /query/..}, {@code /path/..}, {@code
 *     /header/..}
 * @param in where the pointer points: {@code body}, {@code query}, {@code path} or {@code header}
 * @param code open registry, for example {@code required}
 * @param message what is wrong, in English
 * @param input the offending value as a short text; null when there is none or it may be secret
 * @param context the bound that was broken, for example {@code max_length: 30}
 */
public record FieldError(
    String pointer,
    String in,
    String code,
    String message,
    @Nullable Object input,
    Map<String, Object> context) {

  /** A fault in the request body. */
  public static FieldError body(String pointer, String code, String message) {
    return new FieldError(pointer, "body", code, message, null, Map.of());
  }

  /** A fault of the query parameter of that name. */
  public static FieldError query(String name, String code, String message) {
    return new FieldError("/query/" + name, "query", code, message, null, Map.of());
  }

  /** A fault of the header field of that name. */
  public static FieldError header(String name, String code, String message) {
    return new FieldError("/header/" + name, "header", code, message, null, Map.of());
  }
}
