package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request that satisfies the contract.
 *
 * @param operationId which operation
 * @param method HTTP method, upper case
 * @param path the resolved path, as the client sent it, without query
 * @param requestId the trace id of request and response
 * @param caller who calls
 * @param pathParameters decoded, by name
 * @param query decoded, by name; parameters with a default are always there
 * @param headers the contract's header parameters that were sent, by lower-case name
 * @param body the parsed body; null when none was sent
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
    @Nullable JsonNode body) {

  public String pathParameter(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalStateException("no path parameter " + name + " in " + operationId);
    }
    return value;
  }

  public Optional<String> queryParameter(String name) {
    return Optional.ofNullable(query.get(name));
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

  /** The page size asked for. */
  public int limit() {
    return queryParameter("limit").map(Integer::parseInt).orElse(25);
  }

  /** The filters that shape a listing: every query parameter but the paging ones. */
  public Map<String, String> filters() {
    Map<String, String> filters = new TreeMap<>(query);
    filters.keySet().removeAll(Set.of("limit", "after"));
    return filters;
  }
}
