package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Validates request bodies outside of a request. */
public final class BodyCheck {
  private final Map<String, RequestValidator> byOperation = new TreeMap<>();

  public BodyCheck(Contract contract) {
    ContractValidator validator = new ContractValidator(contract);
    contract
        .operations()
        .forEach(operation -> byOperation.put(operation.id(), validator.forOperation(operation)));
  }

  /**
   * The JSON of a body.
   *
   * @throws eu.callorders.core.problem.ProblemException {@code malformed_request} when it is not
   *     JSON
   */
  public static @Nullable JsonNode read(byte[] body) {
    return StrictJsonReader.read(body).json();
  }

  public List<FieldError> faults(String operationId, byte[] body) {
    RequestValidator validator = byOperation.get(operationId);
    if (validator == null) {
      throw new IllegalArgumentException("no operation " + operationId);
    }
    return validator.body(StrictJsonReader.read(body));
  }
}
