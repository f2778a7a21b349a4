package eu.callorders.server.contract;

import eu.callorders.core.problem.FieldError;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validates the requests of one operation and collects all faults. */
public final class RequestValidator {
  private final ContractOperation operation;
  private final ContractSchema body;
  private final Map<String, ContractSchema> schemas;
  private final List<ContractParameter> queryParameters;
  private final List<ContractParameter> headerParameters;

  RequestValidator(
      ContractOperation operation, ContractSchema body, Map<String, ContractSchema> schemas) {
    this.operation = operation;
    this.body = body;
    this.schemas = Map.copyOf(schemas);
    this.queryParameters = operation.parametersIn("query");
    this.headerParameters = operation.parametersIn("header");
  }

  /** The faults of the query; adds sent values and defaults to {@code valid}. */
  public List<FieldError> query(Map<String, List<String>> sent, Map<String, String> valid) {
    List<FieldError> faults = new ArrayList<>();
    for (ContractParameter parameter : queryParameters) {
      List<String> values = sent.getOrDefault(parameter.name(), List.of());
      String value = values.isEmpty() ? parameter.defaultValue() : values.getFirst();
      check(parameter, value, values.size(), faults);
      if (value != null) {
        valid.put(parameter.name(), value);
      }
    }
    if (!sent.isEmpty()) {
      checkUnknown(sent, faults);
    }
    return faults;
  }

  private void checkUnknown(Map<String, List<String>> sent, List<FieldError> faults) {
    for (String name : sent.keySet()) {
      if (queryParameters.stream().noneMatch(parameter -> parameter.name().equals(name))) {
        String shown = FieldErrors.escape(FieldErrors.shortened(name));
        faults.add(FieldError.query(shown, FieldCode.UNKNOWN_MEMBER.wire(), "is not known here"));
      }
    }
  }

  /** The faults of the header fields; adds them to {@code valid} by lower-case name. */
  public List<FieldError> headers(MultiMap sent, Map<String, String> valid) {
    List<FieldError> faults = new ArrayList<>();
    for (ContractParameter parameter : headerParameters) {
      String value = sent.get(parameter.name());
      int times = value == null ? 0 : sent.getAll(parameter.name()).size();
      check(parameter, value, times, faults);
      if (value != null) {
        valid.put(parameter.name().toLowerCase(Locale.ROOT), value);
      }
    }
    return faults;
  }

  /** The faults of the body, including those of its text. */
  public List<FieldError> body(StrictJsonReader.ParsedBody read) {
    if (read.json() == null) {
      return operation.bodyRequired()
          ? List.of(FieldError.body("", FieldCode.REQUIRED.wire(), "a body is required"))
          : List.of();
    }
    List<com.networknt.schema.Error> found = body.validate(read.json());
    return found.isEmpty() && read.faults().isEmpty()
        ? List.of()
        : List.copyOf(FieldErrors.ofBody(read.faults(), found));
  }

  private void check(
      ContractParameter parameter, @Nullable String value, int times, List<FieldError> faults) {
    if (times > 1) {
      faults.add(ContractValidator.fieldError(parameter, FieldCode.NOT_UNIQUE, "is given twice"));
    } else if (value != null) {
      FieldError fault = fault(parameter, value);
      if (fault != null) {
        faults.add(fault);
      }
    } else if (parameter.required()) {
      faults.add(ContractValidator.fieldError(parameter, FieldCode.REQUIRED, "is required"));
    }
  }

  private @Nullable FieldError fault(ContractParameter parameter, String value) {
    if (value.indexOf('\0') >= 0) {
      return ContractValidator.fieldError(parameter, FieldCode.PATTERN, "must not hold U+0000");
    }
    ContractSchema schema = schemas.get(parameter.name());
    return schema == null
        ? null
        : FieldErrors.ofParameter(
            parameter, schema.validate(ContractValidator.value(parameter, value)));
  }

  /** The decoded path parameters by name. */
  public Map<String, String> path(List<String> segments) {
    Map<String, String> parameters = new HashMap<>();
    List<String> template = List.of(operation.path().substring(1).split("/", -1));
    for (int position = 0; position < template.size(); position++) {
      String name = template.get(position);
      if (name.startsWith("{")) {
        parameters.put(name.substring(1, name.length() - 1), segments.get(position));
      }
    }
    return parameters;
  }
}
