package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import io.vertx.core.Future;
import java.util.List;

/** A decorator of an operation. */
abstract class WrappedOperation implements Operation {
  final Operation operation;

  WrappedOperation(Operation operation) {
    this.operation = operation;
  }

  @Override
  public final String operationId() {
    return operation.operationId();
  }

  @Override
  public final Future<Void> admit(Caller caller) {
    return operation.admit(caller);
  }

  @Override
  public final List<FieldError> faults(JsonNode body) {
    return operation.faults(body);
  }

  @Override
  public final boolean reportsFaultsInHandle() {
    return operation.reportsFaultsInHandle();
  }

  @Override
  public final boolean hasLargePages() {
    return operation.hasLargePages();
  }

  @Override
  public final int permits() {
    return operation.permits();
  }
}
