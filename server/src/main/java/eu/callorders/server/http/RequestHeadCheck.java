package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rejects request heads that the decoder accepts but RFC 9112 forbids: a head that two readers
 * understand differently allows request smuggling.
 */
final class RequestHeadCheck {
  private static final String SPECIAL_IN_NAMES = "!#$%&'*+-.^_`|~";

  private RequestHeadCheck() {}

  /** The fault, or null; after a fault the connection must be closed. */
  static @Nullable Problem fault(HttpServerRequest request) {
    List<String> codings = request.headers().getAll("Transfer-Encoding");
    if (!codings.isEmpty()
        && (codings.size() > 1
            || !codings.getFirst().equalsIgnoreCase("chunked")
            || request.version() != HttpVersion.HTTP_1_1)) {
      return malformed("The one transfer coding is chunked, in HTTP/1.1.");
    }
    int hosts = request.headers().getAll("Host").size();
    if (hosts > 1 || (hosts == 0 && request.version() == HttpVersion.HTTP_1_1)) {
      return malformed("The request needs one Host header field.");
    }
    if (hosts == 1 && !request.getHeader("Host").isBlank() && request.authority() == null) {
      return malformed("The Host header field is no host with a port.");
    }
    for (Map.Entry<String, String> field : request.headers()) {
      if (!isName(field.getKey()) || !isValue(field.getValue())) {
        return malformed("A header field is malformed.");
      }
    }
    return null;
  }

  private static Problem malformed(String detail) {
    return Problem.of(ProblemCode.MALFORMED_REQUEST, detail);
  }

  private static boolean isName(String name) {
    for (int position = 0; position < name.length(); position++) {
      char letter = name.charAt(position);
      boolean token =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9')
              || SPECIAL_IN_NAMES.indexOf(letter) >= 0;
      if (!token) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static boolean isValue(String value) {
    for (int position = 0; position < value.length(); position++) {
      char letter = value.charAt(position);
      if ((letter < ' ' && letter != '\t') || letter == '\u007f') {
        return false;
      }
    }
    return true;
  }
}
