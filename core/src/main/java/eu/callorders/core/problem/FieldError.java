package eu.callorders.core.problem;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One invalid member of a request.
 *
 * @param pointer RFC 6901 pointer into the body, or {@code /query/..}, {@code /path/..}, {@code
 *     /header/..}
 * @param in part of the request: {@code body}, {@code query}, {@code path} or {@code header}
 * @param code open registry, for example {@code required}
 * @param message the error in English
 * @param input the invalid value as a short text; null when absent or possibly secret
 * @param context what the sentence about the error needs, for example {@code max_length: 30};
 *     {@code rule} tells the rules of one code apart
 */
public record FieldError(
    String pointer,
    String in,
    String code,
    String message,
    @Nullable Object input,
    Map<String, Object> context) {

  public static FieldError body(String pointer, String code, String message) {
    return new FieldError(pointer, "body", code, message, null, Map.of());
  }

  /** With the values that the message names. */
  public static FieldError body(
      String pointer, String code, String message, Map<String, Object> context) {
    return new FieldError(pointer, "body", code, message, null, context);
  }

  /** The same error of a document that is a member of the body. */
  public FieldError within(String parent) {
    return new FieldError(parent + pointer, in, code, message, input, context);
  }

  public static FieldError query(String name, String code, String message) {
    return query(name, code, message, Map.of());
  }

  /** With the values that the message names. */
  public static FieldError query(
      String name, String code, String message, Map<String, Object> context) {
    return new FieldError("/query/" + name, "query", code, message, null, context);
  }
}
