package eu.callorders.server.http;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import java.net.URLEncoder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Path and query of a request. The router treats malformed escapes, {@code //}, dots and trailing
 * slashes leniently, so they are checked before.
 *
 * @param segments decoded path segments
 * @param query all decoded values of each parameter, in order
 */
public record RequestTarget(List<String> segments, Map<String, List<String>> query) {

  static final RequestTarget NONE = new RequestTarget(List.of(), Map.of());

  public RequestTarget {
    segments = List.copyOf(segments);
  }

  /**
   * Parses the target.
   *
   * @throws ProblemException {@code malformed_request}, or {@code not_found} for an impossible path
   */
  public static RequestTarget of(@Nullable String path, @Nullable String query) {
    if (path == null || !path.startsWith("/") || !isVisible(path)) {
      throw malformed("The path cannot be read.");
    }
    if (query != null && !isVisible(query)) {
      throw malformed("The query cannot be read.");
    }
    return new RequestTarget(segments(path), parameters(query));
  }

  /** The path in one of its encodings, the same for equal segments. */
  String path() {
    return segments.stream()
        .map(segment -> "/" + URLEncoder.encode(segment, StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  private static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (String raw : path.substring(1).split("/", -1)) {
      String segment = segment(raw);
      if (!path.equals("/") && (segment.isEmpty() || segment.equals(".") || segment.equals(".."))) {
        throw ProblemException.notFound();
      }
      segments.add(segment);
    }
    return segments;
  }

  private static String segment(String raw) {
    try {
      String segment = PercentEncoding.decode(raw, false);
      if (segment.chars().anyMatch(Character::isISOControl)) {
        throw ProblemException.notFound();
      }
      return segment;
    } catch (PercentEncoding.MalformedEscapeException e) {
      throw malformed("The path holds a malformed percent-encoding.");
    } catch (CharacterCodingException e) {
      throw ProblemException.notFound();
    }
  }

  private static Map<String, List<String>> parameters(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return Map.of();
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        parameters.computeIfAbsent(name, ignored -> new ArrayList<>(1)).add(value);
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return PercentEncoding.decode(text, true);
    } catch (PercentEncoding.MalformedEscapeException | CharacterCodingException e) {
      throw malformed("The query holds a malformed percent-encoding.");
    }
  }

  private static boolean isVisible(String text) {
    for (int position = 0; position < text.length(); position++) {
      if (text.charAt(position) <= ' '
          || text.charAt(position) > '~'
          || text.charAt(position) == '#') {
        return false;
      }
    }
    return true;
  }

  private static ProblemException malformed(String detail) {
    return ProblemException.of(ProblemCode.MALFORMED_REQUEST, detail);
  }
}
