package eu.callorders.server.app;

import static eu.callorders.server.app.MalformedRequests.AUTH;
import static eu.callorders.server.app.MalformedRequests.HOST;
import static eu.callorders.server.app.MalformedRequests.JSON;
import static eu.callorders.server.app.MalformedRequests.closes;
import static eu.callorders.server.app.MalformedRequests.malformed;

import eu.callorders.server.app.MalformedRequests.After;
import eu.callorders.server.app.MalformedRequests.Row;
import java.util.stream.Stream;

/** Requests with a malformed body, which only an operation reads, and the expected responses. */
final class MalformedBodies {
  private MalformedBodies() {}

  static Stream<Row> rows() {
    String post = "POST /v1/call-orders HTTP/1.1\r\n" + HOST + AUTH + JSON;
    String chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
    return Stream.of(
        malformed("a chunk size that is none", chunked + "xyz\r\n"),
        malformed("a negative chunk size", chunked + "-1\r\nx\r\n"),
        malformed("a chunk size beyond all bounds", chunked + "ffffffffffffffffff\r\nx"),
        chunk("a chunk size of two gibibytes", chunked + "80000000\r\nx"),
        chunk("a chunk size just below that", chunked + "7fffffff\r\nx"),
        chunk("a chunk size of 16 mebibytes", chunked + "0001000000\r\nx"),
        malformed("a chunk size that overflows to 0", chunked + "100000000\r\n\r\n"),
        malformed("a chunk size that overflows to 2", chunked + "100000002\r\n{}\r\n0\r\n\r\n"),
        malformed("a chunk, and one that overflows", chunked + "2\r\n{}\r\n100000000\r\n\r\n"),
        malformed("a chunk without its end", chunked + "2\r\n{}xx0\r\n\r\n"),
        malformed(
            "a long chunk extension", chunked + "2;" + "a".repeat(20_000) + "\r\n{}\r\n0\r\n\r\n"),
        malformed("a trailer that is none", chunked + "2\r\n{}\r\n0\r\nX\0: y\r\n\r\n"),
        body(
            "a chunk extension",
            422,
            "validation_failed",
            chunked + "2;a=\"b\"\r\n{}\r\n0\r\n\r\n"),
        body("a trailer", 422, "validation_failed", chunked + "2\r\n{}\r\n0\r\nHost: evil\r\n\r\n"),
        body("no body", 422, "validation_failed", post + "Content-Length: 0\r\n\r\n"),
        body(
            "a compressed body",
            415,
            "unsupported_media_type",
            post + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"),
        body("invalid UTF-8", 400, "malformed_request", post + length("\"\u00ff\"")),
        body(
            "a surrogate in UTF-8",
            400,
            "malformed_request",
            post + length("\"\u00ed\u00a0\u0080\"")),
        body("NUL instead of JSON", 400, "malformed_request", post + length("\0")),
        body("a bare NUL in a string", 400, "malformed_request", post + length("\"\0\"")),
        body("no JSON", 400, "malformed_request", post + length("{")),
        body("an array for an object", 422, "validation_failed", post + length("[]")),
        body("a name twice", 400, "malformed_request", post + length("{\"a\":1,\"a\":1}")),
        body("deep", 400, "malformed_request", post + length("[".repeat(40) + "]".repeat(40))),
        body("very deep", 400, "malformed_request", post + length("[".repeat(500_000))),
        body(
            "a large number",
            422,
            "validation_failed",
            post + length("{\"metadata\":{\"a\":1e400000}}")),
        body(
            "a long number",
            422,
            "validation_failed",
            post + length("{\"metadata\":{\"a\":" + "1".repeat(33) + "}}")),
        body(
            "an escaped NUL",
            422,
            "validation_failed",
            post + length("{\"metadata\":{\"a\":\"\\u0000\"}}")),
        body(
            "half a pair",
            422,
            "validation_failed",
            post + length("{\"metadata\":{\"a\":\"\\ud800\"}}")),
        body(
            "a mebibyte",
            422,
            "validation_failed",
            post + length("{}" + " ".repeat((1 << 20) - 2))),
        body(
            "a byte more than that",
            413,
            "payload_too_large",
            post + length("{}" + " ".repeat((1 << 20) - 1))),
        body(
            "a mebibyte in chunks",
            422,
            "validation_failed",
            chunked
                + chunk("{}" + " ".repeat(1000))
                + chunk(" ".repeat((1 << 20) - 1002))
                + "0\r\n\r\n"),
        new Row(
            "a byte more than that in chunks",
            413,
            "payload_too_large",
            After.CLOSES,
            "/v1/call-orders",
            chunked
                + chunk("{}" + " ".repeat(1000))
                + chunk(" ".repeat((1 << 20) - 1001))
                + "0\r\n\r\n"));
  }

  private static Row body(String name, int status, String code, String request) {
    boolean tooMuch = code.equals("payload_too_large");
    return new Row(
        name, status, code, tooMuch ? After.CLOSES : After.STAYS, "/v1/call-orders", request);
  }

  static String length(String body) {
    return "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private static Row chunk(String name, String request) {
    return closes(name, 413, "payload_too_large", request);
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }
}
