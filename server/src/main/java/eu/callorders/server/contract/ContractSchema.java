package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import java.util.List;
import java.util.function.Predicate;

/**
 * A compiled schema of the contract.
 *
 * @param valid true only for valid values
 * @param schema finds the faults of the others
 */
record ContractSchema(Predicate<JsonNode> valid, Schema schema) {

  /** The faults of a value, up to the bound of reported ones. */
  List<Error> validate(JsonNode value) {
    return valid.test(value) ? List.of() : FieldErrors.validate(schema, value);
  }
}
