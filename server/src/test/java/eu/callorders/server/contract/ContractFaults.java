package eu.callorders.server.contract;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.FieldError;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Validators of the contract and the faults that they find. */
final class ContractFaults {
  private ContractFaults() {}

  static final Contract CONTRACT = Contract.load();
  static final ContractValidator VALIDATOR = new ContractValidator(CONTRACT);

  static Map<String, String> codes(List<FieldError> faults) {
    Map<String, String> codes = new TreeMap<>();
    faults.forEach(fault -> assertThat(codes.put(fault.pointer(), fault.code())).isNull());
    return codes;
  }

  static RequestValidator validator(String operation) {
    return VALIDATOR.forOperation(
        CONTRACT.operations().stream()
            .filter(each -> each.id().equals(operation))
            .findFirst()
            .orElseThrow());
  }
}
