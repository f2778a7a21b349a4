package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the contract.
 *
 * @param summary one line
 * @param description may be empty
 * @param method upper case
 * @param path the template, for example {@code /v1/calls/{call_id}}
 * @param scopes the scopes that a token needs; empty when any valid token suffices
 * @param bodySchema null when the operation takes no body
 * @param hasResponseBody whether its success has a body
 * @param offersHtml whether its success has a page for people as well
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
    boolean hasResponseBody,
    boolean offersHtml) {

  public ContractOperation {
    scopes = Set.copyOf(scopes);
    parameters = List.copyOf(parameters);
  }

  public List<ContractParameter> parametersIn(String location) {
    return parameters.stream().filter(parameter -> parameter.in().equals(location)).toList();
  }

  /** Whether the method may have a body; bodies of others are ignored. */
  public boolean takesBody() {
    return method.equals("POST") || method.equals("PATCH") || method.equals("PUT");
  }
}
