package eu.callorders.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The media types that a request sends and accepts. */
public final class MediaTypes {
  static final String JSON = "application/json";
  static final String HTML = "text/html";
  static final String PROBLEM = "application/problem+json";

  private static final Pattern WEIGHT = Pattern.compile("q\\s*=\\s*([01](?:\\.[0-9]{0,9})?)");

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
    return quality(accept, type) > 0;
  }

  /** Whether {@code Accept} prefers HTML to JSON, or names HTML alone; otherwise it is JSON. */
  public static boolean prefersHtml(@Nullable String accept) {
    double preference = quality(accept, HTML) - quality(accept, JSON);
    return preference > 0 || (preference == 0 && names(accept, HTML) && !names(accept, JSON));
  }

  private static boolean names(@Nullable String accept, String type) {
    return accept != null && accept.toLowerCase(Locale.ROOT).contains(type);
  }

  /** The quality of the most specific range that matches the type; 0 when none does. */
  private static double quality(@Nullable String accept, String type) {
    if (accept == null || accept.isBlank()) {
      return 1;
    }
    int specificity = 0;
    double quality = 0;
    for (String range : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
      List<String> parts = List.of(range.split(";", -1));
      int matched = specificity(parts.getFirst().strip(), type);
      if (matched > specificity) {
        specificity = matched;
        quality = parts.stream().skip(1).mapToDouble(MediaTypes::weight).min().orElse(1);
      }
    }
    return quality;
  }

  private static int specificity(String range, String type) {
    return switch (range) {
      case "*/*", "*" -> 1;
      default ->
          range.equals(type)
              ? 3
              : range.equals(type.substring(0, type.indexOf('/')) + "/*") ? 2 : 0;
    };
  }

  /** The weight in a parameter; 1 for other parameters. */
  private static double weight(String parameter) {
    Matcher weight = WEIGHT.matcher(parameter.strip());
    return weight.matches() ? Double.parseDouble(weight.group(1)) : 1;
  }
}
