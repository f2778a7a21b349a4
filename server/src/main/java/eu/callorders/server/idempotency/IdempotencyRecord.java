package eu.callorders.server.idempotency;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stored response of an idempotency key.
 *
 * @param request first use of the key
 * @param headers {@code Location}, {@code ETag} and {@code Sandbox-Notice}, as an object
 * @param body JSON text without secrets; null when absent or a problem
 * @param problem null unless the response is one
 * @param acceptedOrder the order whose acceptance the body is; null for other responses
 */
public record IdempotencyRecord(
    KeyedRequest request,
    int status,
    JsonNode headers,
    @Nullable String body,
    @Nullable JsonNode problem,
    @Nullable UUID acceptedOrder) {
  static final String REPLAYED = "Idempotent-Replayed";

  private static final Set<String> STORED_HEADERS = Set.of("Location", "ETag", "Sandbox-Notice");
  private static final Set<ProblemCode> NEVER_STORED =
      Set.of(
          ProblemCode.VALIDATION_FAILED,
          ProblemCode.IDEMPOTENCY_KEY_CONFLICT,
          ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS,
          ProblemCode.IDEMPOTENCY_KEY_REUSED);

  /** The record of a reply; null when it must not be stored. */
  public static @Nullable IdempotencyRecord of(KeyedRequest request, Reply reply) {
    Problem problem = reply.problem();
    if (problem != null) {
      return isStored(problem.code())
          ? new IdempotencyRecord(request, reply.status(), Json.object(), null, text(problem), null)
          : null;
    }
    if (reply.status() / 100 != 2) {
      return null;
    }
    ObjectNode headers = Json.object();
    STORED_HEADERS.forEach(name -> copy(headers, name, reply.headers()));
    return new IdempotencyRecord(
        request, reply.status(), headers, storedBody(reply), null, acceptedOrder(reply));
  }

  private static @Nullable UUID acceptedOrder(Reply reply) {
    Reply.AcceptedOrder order = reply.acceptedOrder();
    return order != null && order.derived() ? order.id() : null;
  }

  IdempotencyRecord withBody(@Nullable String rendered) {
    return new IdempotencyRecord(request, status, headers, rendered, problem, acceptedOrder);
  }

  /** Whether a response with that code is replayed for the same key. */
  static boolean isStored(ProblemCode code) {
    return switch (code.status()) {
      case 404, 409, 422 -> !NEVER_STORED.contains(code);
      default -> false;
    };
  }

  private static void copy(ObjectNode target, String name, Map<String, String> headers) {
    Json.putIfPresent(target, name, headers.get(name));
  }

  /**
   * Null for an accepted order whose reply follows from it. A secret is shown only once, so it is
   * never stored.
   */
  private static @Nullable String storedBody(Reply reply) {
    String body = acceptedOrder(reply) == null ? reply.text() : null;
    if (body == null || !body.contains("\"secret\"")) {
      return body;
    }
    JsonNode json = Json.parse(body);
    return json instanceof ObjectNode object ? object.without("secret").toString() : body;
  }

  private Reply ofBody() {
    return body == null ? Reply.empty(status) : Reply.ofText(status, body);
  }

  /** The stored response as a reply. */
  public Reply replay() {
    Reply reply = problem == null ? ofBody() : Reply.problem(problem(problem));
    for (Map.Entry<String, JsonNode> header : headers.properties()) {
      reply = reply.with(header.getKey(), header.getValue().asText());
    }
    return reply.with(REPLAYED, "true");
  }

  private static JsonNode text(Problem problem) {
    ObjectNode text = Json.object();
    text.put("code", problem.code().wire()).put("detail", problem.detail());
    text.set("parameters", Json.mapper().valueToTree(problem.parameters()));
    ArrayNode errors = text.putArray("errors");
    for (FieldError error : problem.errors()) {
      errors
          .addObject()
          .put("pointer", error.pointer())
          .put("in", error.in())
          .put("code", error.code())
          .put("message", error.message());
    }
    return text;
  }

  private static Problem problem(JsonNode text) {
    List<FieldError> errors = new ArrayList<>();
    for (JsonNode error : text.path("errors")) {
      errors.add(
          new FieldError(
              error.path("pointer").asText(),
              error.path("in").asText(),
              error.path("code").asText(),
              error.path("message").asText(),
              null,
              Map.of()));
    }
    ProblemCode code = ProblemCode.valueOf(text.path("code").asText().toUpperCase(Locale.ROOT));
    Map<String, Object> parameters =
        Json.mapper().convertValue(text.withObject("parameters"), new TypeReference<>() {});
    return new Problem(code, text.path("detail").asText(), errors, null, parameters);
  }
}
