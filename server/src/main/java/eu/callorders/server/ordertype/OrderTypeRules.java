package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import java.util.List;
import java.util.function.Function;

/** Validates an order type beyond the schema. */
public final class OrderTypeRules {
  private final Function<JsonNode, List<FieldError>> schedulingFaults;

  /**
   * @param schedulingFaults the faults of a scheduling block, with pointers that start with {@code
   *     /scheduling}
   */
  public OrderTypeRules(Function<JsonNode, List<FieldError>> schedulingFaults) {
    this.schedulingFaults = schedulingFaults;
  }

  /** The faults of {@code defaults}; values that violate the schema are skipped. */
  List<FieldError> faults(JsonNode defaults) {
    return schedulingFaults.apply(defaults.path("scheduling")).stream()
        .map(fault -> FieldError.body("/defaults" + fault.pointer(), fault.code(), fault.message()))
        .toList();
  }
}
