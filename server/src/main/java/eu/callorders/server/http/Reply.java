package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The reply of an operation.
 *
 * @param body the JSON text in UTF-8, or what {@code Content-Type} says; null for an empty body or
 *     a problem
 * @param parts the JSON text in parts; null when {@code body} holds it
 * @param headers additional fields, such as {@code ETag} and {@code Location}
 * @param acceptedOrder the order whose acceptance the body is; null for other replies
 * @param later makes the reply after a wait; null for one that is sent at once
 */
public record Reply(
    int status,
    @Nullable Buffer body,
    @Nullable BodyParts parts,
    @Nullable Problem problem,
    Map<String, String> headers,
    @Nullable AcceptedOrder acceptedOrder,
    @Nullable LaterReply later) {

  /**
   * An order that was accepted.
   *
   * @param due whether its first attempt is due at once or soon
   * @param derived whether the reply follows from the stored order
   */
  public record AcceptedOrder(UUID id, boolean due, boolean derived) {}

  public Reply {
    headers = Map.copyOf(headers);
  }

  public Reply(
      int status, @Nullable Buffer body, @Nullable Problem problem, Map<String, String> headers) {
    this(status, body, null, problem, headers, null, null);
  }

  public static Reply ofParts(int status, BodyParts parts) {
    return new Reply(status, null, parts, null, Map.of(), null, null);
  }

  /** Waits before the reply is made. */
  public static Reply later(LaterReply later) {
    return new Reply(0, null, null, null, Map.of(), null, later);
  }

  public static Reply of(int status, JsonNode body) {
    return ofBytes(status, Buffer.buffer(Json.bytes(body)));
  }

  /** A reply whose body is existing JSON text. */
  public static Reply ofText(int status, String json) {
    return ofBytes(status, Buffer.buffer(json));
  }

  /** A reply whose body is existing JSON text in UTF-8. */
  public static Reply ofBytes(int status, Buffer json) {
    return new Reply(status, json, null, Map.of());
  }

  /** A page for people. It loads nothing and runs no script. */
  public static Reply html(int status, String page) {
    return ofBytes(status, Buffer.buffer(page))
        .with("Content-Type", MediaTypes.HTML + "; charset=utf-8")
        .with("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
        .with("X-Content-Type-Options", "nosniff");
  }

  public static Reply empty(int status) {
    return new Reply(status, null, null, Map.of());
  }

  public static Reply problem(Problem problem) {
    return new Reply(problem.code().status(), null, problem, Map.of());
  }

  /** The reply about what was found; {@code not_found} for nothing. */
  public static <T> Function<Optional<T>, Reply> ifFound(Function<T, Reply> reply) {
    return found -> found.map(reply).orElseGet(() -> problem(Problem.notFound()));
  }

  public Reply withBody(JsonNode json) {
    return new Reply(
        status, Buffer.buffer(Json.bytes(json)), parts, problem, headers, acceptedOrder, later);
  }

  /** Completes when no further part of the body is requested; at once without parts. */
  public Future<Void> ended() {
    return parts == null ? Future.succeededFuture() : parts.ended();
  }

  /** The JSON text; null without a body. */
  public @Nullable String text() {
    return body == null ? null : body.toString();
  }

  public Reply ofAcceptedOrder(AcceptedOrder order) {
    return new Reply(status, body, parts, problem, headers, order, later);
  }

  public Reply with(String header, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(header, value);
    return new Reply(status, body, parts, problem, all, acceptedOrder, later);
  }
}
