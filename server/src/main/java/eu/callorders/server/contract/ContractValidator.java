package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Validates requests against the contract's schemas, which are compiled at startup. */
public final class ContractValidator {
  private final Map<String, RequestValidator> byOperation = new HashMap<>();

  public ContractValidator(Contract contract) {
    this(contract, contract.operations());
  }

  /** Compiles the schemas of these operations only. */
  ContractValidator(Contract contract, List<ContractOperation> operations) {
    Schemas schemas = new Schemas(contract);
    for (ContractOperation operation : operations) {
      schemas.add(operation.id(), bodySchema(operation));
      for (ContractParameter parameter : operation.parameters()) {
        schemas.add(name(operation, parameter), parameter.schema());
      }
    }
    Map<String, ContractSchema> compiled = schemas.compile();
    for (ContractOperation operation : operations) {
      byOperation.put(operation.id(), createValidator(operation, compiled));
    }
  }

  public RequestValidator forOperation(ContractOperation operation) {
    RequestValidator validator = byOperation.get(operation.id());
    if (validator == null) {
      throw new IllegalArgumentException("no operation " + operation.id());
    }
    return validator;
  }

  private static RequestValidator createValidator(
      ContractOperation operation, Map<String, ContractSchema> compiled) {
    Map<String, ContractSchema> parameters = new HashMap<>();
    for (ContractParameter parameter : operation.parameters()) {
      parameters.put(parameter.name(), required(compiled, name(operation, parameter)));
    }
    return new RequestValidator(operation, required(compiled, operation.id()), parameters);
  }

  private static ContractSchema required(Map<String, ContractSchema> compiled, String name) {
    ContractSchema schema = compiled.get(name);
    if (schema == null) {
      throw new IllegalStateException("no schema " + name);
    }
    return schema;
  }

  private static String name(ContractOperation operation, ContractParameter parameter) {
    return operation.id() + "." + parameter.in() + "." + parameter.name();
  }

  /** An operation without a body schema accepts an empty object only. */
  private static JsonNode bodySchema(ContractOperation operation) {
    JsonNode schema = operation.bodySchema();
    return schema == null
        ? Json.object().put("type", "object").put("additionalProperties", false)
        : schema;
  }

  /** The text of a parameter as a JSON value of its schema's type. */
  static JsonNode value(ContractParameter parameter, String text) {
    if (parameter.isOfType("integer")) {
      return integer(text);
    }
    if (parameter.isOfType("boolean") && (text.equals("true") || text.equals("false"))) {
      return Json.object().booleanNode(text.equals("true"));
    }
    if (parameter.isOfType("array")) {
      ArrayNode items = Json.array();
      List.of(text.split(",", -1)).forEach(items::add);
      return items;
    }
    return Json.object().textNode(text);
  }

  /** Text that is not an int stays text, so that the schema reports it. */
  private static JsonNode integer(String text) {
    try {
      return text.startsWith("+")
          ? Json.object().textNode(text)
          : Json.object().numberNode(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return Json.object().textNode(text);
    }
  }

  static FieldError fieldError(ContractParameter parameter, FieldCode code, String message) {
    return new FieldError(
        "/" + parameter.in() + "/" + FieldErrors.escape(parameter.name()),
        parameter.in(),
        code.wire(),
        message,
        null,
        code == FieldCode.PATTERN ? Map.of("rule", "characters") : Map.of());
  }
}
