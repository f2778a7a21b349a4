package eu.callorders.server.http;

import io.vertx.core.MultiMap;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a request, its reply and its log lines: a well-formed {@code X-Request-Id}, else the
 * trace id of a W3C {@code traceparent}, else a random one.
 */
final class RequestIds {
  static final String HEADER = "X-Request-Id";
  static final String TRACE_PARENT_HEADER = "traceparent";

  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");
  private static final Pattern TRACE_PARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-.*");

  private final RandomGenerator random;

  RequestIds(RandomGenerator random) {
    this.random = random;
  }

  String of(MultiMap headers) {
    String sent = headers.get(HEADER);
    if (sent != null && WELL_FORMED.matcher(sent).matches()) {
      return sent;
    }
    String parent = headers.get(TRACE_PARENT_HEADER);
    if (parent != null) {
      Matcher trace = TRACE_PARENT.matcher(parent);
      if (trace.matches()) {
        return trace.group(1);
      }
    }
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
