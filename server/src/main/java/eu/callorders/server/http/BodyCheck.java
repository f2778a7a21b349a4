package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks bodies as the API does, where there is no request. */
public final class BodyCheck {
  private final Map<String, RequestValidator> byOperation = new TreeMap<>();

  public BodyCheck(Contract contract) {
    ContractValidator validator = new ContractValidator(contract);
    contract
        .operations()
        .forEach(operation -> byOperation.put(operation.id(), validator.of(operation)));
  }

  /**
   * The JSON of a body; throws a {@link eu.callorders.core.problem.ProblemException} {@code
   * malformed_request} when it is none.
   */
  public static @Nullable JsonNode read(byte[] body) {
    return StrictJsonReader.read(body).json();
  }

  /** Everything that the contract says against a body of that operation. */
  public List<FieldError> faults(String operationId, byte[] body) {
    RequestValidator validator = byOperation.get(operationId);
    if (validator == null) {
      throw new IllegalArgumentException("no operation " + operationId);
    }
    return validator.body(StrictJsonReader.read(body));
  }
}
