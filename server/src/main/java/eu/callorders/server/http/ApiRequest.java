package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request that satisfies the contract.
 *
 * @param method HTTP method, upper case
 * @param path without query; equal for all encodings of the same segments
 * @param requestId the trace id of request and response
 * @param pathParameters decoded, by name
 * @param query decoded, by name; parameters with a default are always present
 * @param headers the contract's header parameters that were sent, by lower-case name; and {@code
 *     accept} of an operation with several representations
 * @param body null when none was sent
 * @param bodyBytes length of the body as it was sent
 */
public record ApiRequest(
    String operationId,
    String method,
    String path,
    String requestId,
    Caller caller,
    Map<String, String> pathParameters,
    Map<String, String> query,
    Map<String, String> headers,
    @Nullable JsonNode body,
    int bodyBytes) {

  public String pathParameter(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalStateException("no path parameter " + name + " in " + operationId);
    }
    return value;
  }

  /** The identifier in a path parameter; throws {@code not_found} if malformed. */
  public UUID pathId(IdKind kind, String name) {
    return kind.parse(pathParameter(name)).orElseThrow(ProblemException::notFound);
  }

  public Optional<String> queryParameter(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** The identifier in a query parameter; empty if it is absent or malformed. */
  public Optional<UUID> queryId(IdKind kind, String name) {
    return queryParameter(name).flatMap(kind::parse);
  }

  /** Whether a query parameter matches nothing since it is no identifier of this kind. */
  public boolean hasMalformedId(IdKind kind, String name) {
    return query.containsKey(name) && queryId(kind, name).isEmpty();
  }

  public Optional<Instant> queryInstant(String name) {
    return queryParameter(name).map(Timestamps::parse);
  }

  public Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName));
  }

  /** The body of an operation whose contract requires one. */
  public JsonNode requiredBody() {
    if (body == null) {
      throw new IllegalStateException("no body in " + operationId);
    }
    return body;
  }

  public int limit() {
    return queryParameter("limit").map(Integer::parseInt).orElse(25);
  }

  /** Every query parameter except those of paging and waiting. */
  public Map<String, String> filters() {
    Map<String, String> filters = new TreeMap<>(query);
    filters.keySet().removeAll(Set.of("limit", "after", "wait"));
    return filters;
  }
}
