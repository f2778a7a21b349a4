package eu.callorders.server.cli.imports;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.files.LocalFormat;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractValidator;
import eu.callorders.server.contract.FieldErrors;
import eu.callorders.server.contract.RequestValidator;
import eu.callorders.server.contract.StrictJsonReader;
import eu.callorders.server.contract.StrictJsonReader.ParsedBody;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Validates the body of an order against the contract, as the service does. */
public final class OrderCheck implements Function<byte[], Optional<String>> {
  private static final int MAX_FAULTS = 5;

  private final RequestValidator validator;

  public OrderCheck(Contract contract) {
    ContractOperation create =
        contract.operations().stream()
            .filter(operation -> operation.id().equals("createCallOrder"))
            .findFirst()
            .orElseThrow();
    this.validator = new ContractValidator(contract).forOperation(create);
  }

  @Override
  public Optional<String> apply(byte[] json) {
    try {
      ParsedBody body = StrictJsonReader.read(json);
      String faults =
          validator.body(body).stream()
              .limit(MAX_FAULTS)
              .map(fault -> text(fault, Objects.requireNonNull(body.json())))
              .collect(Collectors.joining("; "));
      return faults.isEmpty() ? Optional.empty() : Optional.of(faults);
    } catch (ProblemException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String text(FieldError fault, JsonNode body) {
    String path = fault.pointer().replaceFirst("^/", "").replace('/', '.');
    String value = body.at(fault.pointer()).asText();
    String shown = value.isEmpty() ? "" : " \"" + FieldErrors.shortened(value) + "\"";
    return path + shown + " " + fault.message() + hint(path, value);
  }

  private static String hint(String path, String value) {
    if (path.startsWith("contacts.") && path.endsWith(".value")) {
      return LocalFormat.phoneHint(value);
    }
    return path.endsWith(".value") ? LocalFormat.amountHint(value) : "";
  }
}
