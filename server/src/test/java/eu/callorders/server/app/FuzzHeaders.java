package eu.callorders.server.app;

import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Header fields inside and outside the contract. */
final class FuzzHeaders {
  /** By name, with values of each. */
  static final Map<String, List<String>> VALUES =
      Map.ofEntries(
          Map.entry(
              "Idempotency-Key", List.of("fuzz-0", "fuzz-1", "fuzz-2", "\"", "k".repeat(256))),
          Map.entry("If-Match", List.of("*", "\"1\"", "1", "W/\"1\"", "\"1\", \"2\"", "\"")),
          Map.entry("If-None-Match", List.of("*", "\"1\"", "W/\"1\"", "x")),
          Map.entry("If-Modified-Since", List.of("Wed, 21 Oct 2026 07:28:00 GMT", "yesterday")),
          Map.entry("If-Unmodified-Since", List.of("Wed, 21 Oct 2026 07:28:00 GMT", "x")),
          Map.entry("If-Range", List.of("\"1\"", "x")),
          Map.entry("Range", List.of("bytes=0-0", "bytes=-1", "x")),
          Map.entry(
              "traceparent", List.of("00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-01", "x")),
          Map.entry("tracestate", List.of("a=b", ",")),
          Map.entry("X-Request-Id", List.of("own", "ä ä", "x".repeat(300))),
          Map.entry("Accept", List.of("*/*", "application/json", "application/problem+json", ";")),
          Map.entry("Accept-Language", List.of("de", "*;q=x")),
          Map.entry("Accept-Encoding", List.of("gzip", "identity;q=0")),
          Map.entry("Accept-Charset", List.of("utf-16")),
          Map.entry("Prefer", List.of("respond-async", "return=minimal")),
          Map.entry("X-HTTP-Method-Override", List.of("DELETE")),
          Map.entry("X-Forwarded-For", List.of("203.0.113.1", "x, y", ",")),
          Map.entry("X-Forwarded-Host", List.of("x")),
          Map.entry("Forwarded", List.of("for=\"[::1]\"", "=")),
          Map.entry("Cookie", List.of("a=b")),
          Map.entry("Origin", List.of("https://x.example", "null")),
          Map.entry("Cache-Control", List.of("no-cache", "only-if-cached")),
          Map.entry("Webhook-Id", List.of("x")),
          Map.entry("Webhook-Signature", List.of("v1,x")));

  private FuzzHeaders() {}

  static List<String> of(DocumentedOperation operation, Random random) {
    List<String> headers = new ArrayList<>();
    if (operation.method().equals("PATCH") && random.nextInt(6) > 0) {
      headers.addAll(List.of("If-Match", random.nextInt(4) > 0 ? "*" : "\"1\""));
    }
    if (random.nextInt(15) == 0) {
      headers.addAll(
          List.of("Content-Type", random.nextBoolean() ? "text/csv" : "a/b; charset=\"x"));
    }
    if (random.nextInt(20) == 0) {
      headers.addAll(List.of("Accept", random.nextBoolean() ? "image/png" : "*/*;q=0"));
    }
    if (random.nextInt(20) == 0) {
      headers.addAll(List.of("Content-Encoding", "gzip"));
    }
    int others = random.nextInt(5) == 0 ? 1 : 10;
    new TreeMap<>(VALUES)
        .forEach(
            (name, values) -> {
              if (!headers.contains(name) && random.nextInt(others) == 0) {
                headers.addAll(List.of(name, values.get(random.nextInt(values.size()))));
              }
            });
    return headers;
  }
}
