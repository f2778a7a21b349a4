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
    this(contract, contract.operations());
  }

  private BodyCheck(Contract contract, List<ContractOperation> operations) {
    ContractValidator validator = new ContractValidator(contract, operations);
    operations.forEach(
        operation -> byOperation.put(operation.id(), validator.forOperation(operation)));
  }

  /** For the bodies of one operation. */
  public static BodyCheck of(Contract contract, String operationId) {
    return new BodyCheck(
        contract,
        contract.operations().stream()
            .filter(operation -> operation.id().equals(operationId))
            .toList());
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
    return faults(operationId, StrictJsonReader.read(body));
  }

  /** The faults of a body that was part of another one. */
  public List<FieldError> faults(String operationId, JsonNode body) {
    return faults(operationId, new StrictJsonReader.ParsedBody(body, List.of()));
  }

  private List<FieldError> faults(String operationId, StrictJsonReader.ParsedBody body) {
    RequestValidator validator = byOperation.get(operationId);
    if (validator == null) {
      throw new IllegalArgumentException("no operation " + operationId);
    }
    return validator.body(body);
  }
}
