package eu.callorders.server.app;

import java.util.List;
import java.util.stream.Stream;

/** Requests with a malformed or unusual head, and the expected responses. */
final class MalformedRequests {
  private MalformedRequests() {}

  static final String HOST = "Host: a\r\n";
  static final String END = "\r\n";

  /** Placeholder of the bearer token for the listener. */
  static final String TOKEN = "$TOKEN";

  static final String AUTH = "Authorization: Bearer " + TOKEN + "\r\n";
  static final String JSON = "Content-Type: application/json\r\n";

  /** The state of the connection after the response. */
  enum After {
    CLOSES,
    STAYS
  }

  /**
   * A request and the expected response.
   *
   * @param path the expected {@code instance}
   */
  record Row(String name, int status, String code, After after, String path, String request) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Row closes(String name, int status, String code, String request) {
    return new Row(name, status, code, After.CLOSES, null, request);
  }

  private static Row stays(String name, int status, String code, String path, String request) {
    return new Row(name, status, code, After.STAYS, path, request);
  }

  static Row malformed(String name, String request) {
    return closes(name, 400, "malformed_request", request);
  }

  /** Both listeners reject these before they select an operation. */
  static Stream<Row> onEveryListener() {
    return Stream.of(requestLines(), headers(), lengths(), targets(), protocols())
        .flatMap(List::stream);
  }

  private static List<Row> requestLines() {
    return List.of(
        malformed("rubbish", "rubbish\r\n\r\n"),
        malformed("no version", "GET /x\r\n" + HOST + END),
        malformed("an unknown version", "GET /x HTTP/9.9\r\n" + HOST + END),
        malformed("a space in the target", "GET /x y HTTP/1.1\r\n" + HOST + END),
        stays(
            "NUL in the target",
            400,
            "malformed_request",
            null,
            "GET /x\0y HTTP/1.1\r\n" + HOST + END),
        malformed("NUL in the method", "G\0T /x HTTP/1.1\r\n" + HOST + END),
        stays(
            "a control character in the target",
            400,
            "malformed_request",
            null,
            "GET /x\u0007 HTTP/1.1\r\n" + HOST + END),
        malformed("CR alone in the target", "GET /x\rX: y HTTP/1.1\r\n" + HOST + END),
        closes(
            "a long line",
            414,
            "uri_too_long",
            "GET /" + "a".repeat(9000) + " HTTP/1.1\r\n" + HOST + END));
  }

  private static List<Row> headers() {
    String line = "GET /x HTTP/1.1\r\n";
    return List.of(
        closes(
            "a long field",
            431,
            "header_fields_too_large",
            line + HOST + "X: " + "a".repeat(17_000) + "\r\n\r\n"),
        closes(
            "many fields",
            431,
            "header_fields_too_large",
            line + HOST + "X: a\r\n".repeat(5000) + END),
        malformed("NUL in a field", line + HOST + "X: a\0b\r\n\r\n"),
        malformed("NUL in a name", line + HOST + "X\0: a\r\n\r\n"),
        malformed("CR alone in a field", line + HOST + "X: a\rY: b\r\n\r\n"),
        stays("a line folded", 404, "not_found", "/x", line + HOST + "X: a\r\n b\r\n\r\n"),
        malformed("a space before the colon", line + HOST + "X : a\r\n\r\n"),
        malformed("no colon", line + HOST + "X\r\n\r\n"),
        malformed("no name", line + HOST + ": a\r\n\r\n"),
        malformed("a name that is none", line + HOST + "X(y): a\r\n\r\n"),
        malformed("no host", line + END),
        malformed("an empty line for a host, and none", line + "X: Host: a\r\n\r\n"),
        malformed("two hosts", line + HOST + HOST + END),
        malformed("a space in the host", line + "Host: a b\r\n\r\n"),
        malformed("a path in the host", line + "Host: a/b\r\n\r\n"),
        malformed("a user in the host", line + "Host: u@a\r\n\r\n"),
        malformed("half an address as host", line + "Host: [::1\r\n\r\n"),
        malformed("a port that is none", line + "Host: a:b\r\n\r\n"),
        malformed("a port beyond all bounds", line + "Host: a:99999\r\n\r\n"),
        stays("an empty host", 404, "not_found", "/x", line + "Host: \r\n\r\n"),
        stays("two media types", 400, "malformed_request", "/x", line + HOST + JSON + JSON + END),
        malformed("two different hosts", line + HOST + "Host: b\r\n\r\n"));
  }

  /** The end of a body must be unambiguous; otherwise requests can be smuggled. */
  private static List<Row> lengths() {
    String line = "POST /x HTTP/1.1\r\n" + HOST;
    String chunked = "Transfer-Encoding: chunked\r\n";
    String smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n";
    return List.of(
        malformed("a length that is none", line + "Content-Length: x\r\n\r\n"),
        malformed("a negative length", line + "Content-Length: -1\r\n\r\n"),
        malformed("a length with a sign", line + "Content-Length: +1\r\n\r\nx"),
        malformed("a hexadecimal length", line + "Content-Length: 0x1\r\n\r\nx"),
        malformed(
            "a length beyond all bounds",
            line + "Content-Length: 9".repeat(1) + "9".repeat(30) + "\r\n\r\n"),
        malformed("two lengths", line + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nx"),
        malformed("a list of lengths", line + "Content-Length: 1, 2\r\n\r\nx"),
        malformed("length, then coding", line + "Content-Length: 3\r\n" + chunked + END + smuggled),
        malformed("coding, then length", line + chunked + "Content-Length: 3\r\n\r\n" + smuggled),
        malformed(
            "length and an obscured coding",
            line + "Content-Length: 3\r\nTransfer-Encoding: xchunked\r\n\r\n" + smuggled),
        malformed(
            "length and a coding with a tab",
            line + "Content-Length: 3\r\nTransfer-Encoding:\tchunked\r\n\r\n" + smuggled),
        malformed("an unknown coding", line + "Transfer-Encoding: xchunked\r\n\r\n" + smuggled),
        malformed("gzip as a coding", line + "Transfer-Encoding: gzip, chunked\r\n\r\n" + smuggled),
        malformed(
            "chunked, and something after",
            line + "Transfer-Encoding: chunked, x\r\n\r\n" + smuggled),
        malformed("chunked twice", line + chunked + chunked + END + smuggled),
        malformed(
            "a coding before its time", "POST /x HTTP/1.0\r\n" + HOST + chunked + END + smuggled));
  }

  private static List<Row> targets() {
    String rest = " HTTP/1.1\r\n" + HOST + END;
    return List.of(
        stays("a broken escape", 400, "malformed_request", null, "GET /x%zz" + rest),
        stays("half an escape", 400, "malformed_request", null, "GET /x%e" + rest),
        stays(
            "a broken escape in the query", 400, "malformed_request", "/x", "GET /x?a=%zz" + rest),
        stays("bytes in the query", 400, "malformed_request", "/x", "GET /x?a=%ff" + rest),
        stays("NUL in the path", 404, "not_found", "/x/%00", "GET /x/%00" + rest),
        stays("a bare byte in the path", 404, "not_found", "/x/%ff", "GET /x/%ff" + rest),
        stays("CR and LF in the path", 404, "not_found", "/%0d%0aX:y", "GET /%0d%0aX:y" + rest),
        stays("two slashes", 404, "not_found", "//x", "GET //x" + rest),
        stays("dots", 404, "not_found", "/../x", "GET /../x" + rest),
        stays("hidden dots", 404, "not_found", "/%2e%2e/x", "GET /%2e%2e/x" + rest),
        stays("a fragment", 400, "malformed_request", null, "GET /x#y" + rest),
        stays("no path", 400, "malformed_request", null, "GET ?x" + rest),
        stays("OPTIONS of everything", 400, "malformed_request", null, "OPTIONS *" + rest),
        stays("a whole address", 404, "not_found", "/x", "GET http://a/x" + rest),
        stays("an authority", 400, "malformed_request", null, "GET a:443" + rest),
        stays("CONNECT", 400, "malformed_request", null, "CONNECT a:443" + rest),
        stays("TRACE", 404, "not_found", "/x", "TRACE /x" + rest),
        stays("an unknown method", 404, "not_found", "/x", "BREW /x" + rest));
  }

  private static List<Row> protocols() {
    return List.of(
        closes(
            "HTTP/2 without asking", 400, "malformed_request", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        stays(
            "HTTP/2 by upgrade",
            404,
            "not_found",
            "/x",
            "GET /x HTTP/1.1\r\n"
                + HOST
                + "Connection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\n"
                + "HTTP2-Settings: AAMAAABk\r\n\r\n"),
        stays(
            "a WebSocket",
            404,
            "not_found",
            "/x",
            "GET /x HTTP/1.1\r\n"
                + HOST
                + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"),
        closes("HTTP/1.0", 404, "not_found", "GET /x HTTP/1.0\r\n\r\n"),
        closes(
            "the end of it",
            404,
            "not_found",
            "GET /x HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"));
  }
}
