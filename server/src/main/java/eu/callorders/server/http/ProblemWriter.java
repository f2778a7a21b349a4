package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Writes a problem as the response to a request. */
final class ProblemWriter {
  private static final String CHALLENGE =
      "Bearer realm=\"call-orders\", error=\"invalid_token\", error_description=\"";

  private ProblemWriter() {}

  static void write(HttpServerRequest request, Problem problem, String requestId) {
    HttpServerResponse response = request.response();
    response.setStatusCode(problem.code().status());
    Duration retryAfter = problem.retryAfter();
    if (retryAfter != null) {
      long seconds = Math.max(1, Math.ceilDiv(retryAfter.toMillis(), 1000));
      response.putHeader("Retry-After", Long.toString(seconds));
    }
    if (problem.code() == ProblemCode.UNAUTHORIZED
        && !response.headers().contains("WWW-Authenticate")) {
      response.putHeader("WWW-Authenticate", CHALLENGE + problem.code().title() + "\"");
    }
    response
        .putHeader("Link", "</docs/problems/" + problem.code().wire() + ">; rel=\"help\"")
        .putHeader("Content-Type", MediaTypes.PROBLEM)
        .end(Buffer.buffer(Json.bytes(ProblemBody.of(problem, path(request), requestId))));
  }

  /** The path; null when it was not readable or is not a URI. */
  private static @Nullable String path(HttpServerRequest request) {
    if (request.decoderResult().isFailure()) {
      return null;
    }
    String path = request.path();
    try {
      return path == null ? null : new URI(path).toString();
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
