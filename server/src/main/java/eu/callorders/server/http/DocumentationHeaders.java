package eu.callorders.server.http;

import io.vertx.core.http.HttpServerResponse;

/** Header fields of pages: a page may request this server only, and is in no frame. */
public final class DocumentationHeaders {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
          + "img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

  private DocumentationHeaders() {}

  public static HttpServerResponse add(HttpServerResponse response, String contentType) {
    return response
        .putHeader("Content-Type", contentType)
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Referrer-Policy", "no-referrer");
  }
}
