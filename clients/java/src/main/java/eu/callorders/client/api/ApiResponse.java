package eu.callorders.client.api;

import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * The response to a request.
 *
 * @param body null without a document, as after a deletion
 */
public record ApiResponse<T>(int status, HttpHeaders headers, T body) {

  /** The revision of the resource, for {@code If-Match}. */
  public Optional<String> etag() {
    return headers.firstValue("ETag");
  }

  /** Whether this is the stored response of an earlier request with the same idempotency key. */
  public boolean isReplayed() {
    return headers.firstValue("Idempotent-Replayed").filter("true"::equals).isPresent();
  }

  public Optional<String> requestId() {
    return headers.firstValue("X-Request-Id");
  }
}
