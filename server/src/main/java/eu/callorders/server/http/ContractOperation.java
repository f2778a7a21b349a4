package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation as the contract describes it.
 *
 * @param summary what it does, in a line
 * @param description more about that; may be empty
 * @param method upper case
 * @param path the template, for example {@code /v1/calls/{call_id}}
 * @param scopes what a token needs; empty where any valid token will do
 * @param bodySchema null when the operation takes no body
 * @param bodyRequired whether it cannot do without
 * @param answersBody whether its success has a body
 */
public record ContractOperation(
    String id,
    String summary,
    String description,
    String method,
    String path,
    Set<String> scopes,
    List<ContractParameter> parameters,
    @Nullable JsonNode bodySchema,
    boolean bodyRequired,
    boolean answersBody) {

  public ContractOperation {
    scopes = Set.copyOf(scopes);
    parameters = List.copyOf(parameters);
  }

  public List<ContractParameter> parametersIn(String place) {
    return parameters.stream().filter(parameter -> parameter.in().equals(place)).toList();
  }

  /** Whether a body may come with the method at all; with others it is ignored. */
  boolean takesBody() {
    return method.equals("POST") || method.equals("PATCH") || method.equals("PUT");
  }
}
