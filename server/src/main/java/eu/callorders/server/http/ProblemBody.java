package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.contract.FieldErrors;
import eu.callorders.server.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A problem as {@code application/problem+json} (RFC 9457). */
public final class ProblemBody {
  private static final String TYPE = "urn:problem:call-orders:";

  private ProblemBody() {}

  /**
   * Writes a problem.
   *
   * @param instance the request path
   * @param traceId the request's id
   */
  public static ObjectNode of(Problem problem, @Nullable String instance, String traceId) {
    ProblemCode code = problem.code();
    ObjectNode body = Json.object();
    body.put("type", TYPE + code.wire());
    body.put("title", code.title());
    body.put("status", code.status());
    body.put("code", code.wire());
    if (code == ProblemCode.VALIDATION_FAILED) {
      ArrayNode detail = body.putArray("detail");
      problem.errors().forEach(error -> detail.add(detail(error)));
    } else {
      body.put("detail", problem.detail());
    }
    if (!problem.parameters().isEmpty()) {
      body.set("parameters", values(problem.parameters()));
    }
    Json.putIfPresent(body, "instance", instance);
    body.put("trace_id", traceId);
    if (!problem.errors().isEmpty()) {
      ArrayNode errors = body.putArray("errors");
      problem.errors().forEach(error -> errors.add(error(error)));
    }
    return body;
  }

  private static ObjectNode error(FieldError error) {
    return Json.object()
        .put("pointer", error.pointer())
        .put("code", error.code())
        .put("message", error.message());
  }

  private static ObjectNode detail(FieldError error) {
    ObjectNode detail = Json.object();
    detail.set("loc", location(error));
    detail.put("msg", error.message());
    detail.put("type", error.code());
    detail.set("input", input(error));
    detail.set("ctx", values(error.context()));
    return detail;
  }

  private static ObjectNode values(Map<String, Object> values) {
    ObjectNode document = Json.object();
    values.forEach((name, value) -> document.set(name, Json.mapper().valueToTree(value)));
    return document;
  }

  private static JsonNode input(FieldError error) {
    Object input = error.input();
    return Json.mapper().valueToTree(input instanceof String s ? FieldErrors.shortened(s) : input);
  }

  /** The pointer as a list that starts with the location; array indexes are numbers. */
  private static ArrayNode location(FieldError error) {
    ArrayNode location = Json.array();
    if (error.in().equals("body")) {
      location.add("body");
    }
    if (error.pointer().isEmpty()) {
      return location;
    }
    for (String token : error.pointer().substring(1).split("/", -1)) {
      if (!token.isEmpty() && token.length() < 9 && token.chars().allMatch(Character::isDigit)) {
        location.add(Integer.parseInt(token));
      } else {
        location.add(token.replace("~1", "/").replace("~0", "~"));
      }
    }
    return location;
  }
}
