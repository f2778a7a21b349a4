package eu.callorders.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The media types that a request sends and accepts. */
public final class MediaTypes {
  static final String JSON = "application/json";
  static final String PROBLEM = "application/problem+json";

  private MediaTypes() {}

  /** Whether the body is JSON in UTF-8 without a content coding. */
  public static boolean isPlainJson(HttpServerRequest request) {
    String coding = request.getHeader("Content-Encoding");
    return isJson(request.getHeader("Content-Type"))
        && (coding == null || coding.equalsIgnoreCase("identity"));
  }

  /** Whether the {@code Content-Type} is JSON in UTF-8. */
  static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    List<String> parts = List.of(contentType.toLowerCase(Locale.ROOT).split(";", -1));
    if (!parts.getFirst().strip().equals(JSON)) {
      return false;
    }
    return parts.stream()
        .skip(1)
        .map(part -> part.replace("\"", "").strip())
        .noneMatch(part -> part.startsWith("charset=") && !part.equals("charset=utf-8"));
  }

  /** Whether {@code Accept} admits the type; the most specific range decides. */
  static boolean accepts(@Nullable String accept, String type) {
    if (accept == null || accept.isBlank()) {
      return true;
    }
    int specificity = 0;
    boolean accepted = false;
    for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
      List<String> parts = List.of(range.split(";", -1));
      int matched = matches(parts.getFirst().strip(), type);
      if (matched > specificity) {
        specificity = matched;
        accepted = parts.stream().skip(1).noneMatch(MediaTypes::isRefusal);
      }
    }
    return accepted;
  }

  private static int matches(String range, String type) {
    return switch (range) {
      case "application/*" -> 2;
      case "*/*", "*" -> 1;
      default -> range.equals(type) ? 3 : 0;
    };
  }

  private static boolean isRefusal(String parameter) {
    return parameter.strip().matches("q\\s*=\\s*0(\\.0*)?");
  }
}
