package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/** A method of a resource with {@link #faults} or {@link #permits} of its own. */
public record CheckedOperation(
    String operationId,
    int permits,
    Function<JsonNode, List<FieldError>> bodyFaults,
    Function<ApiRequest, Future<Reply>> handler)
    implements Operation {

  public CheckedOperation(
      String operationId,
      Function<JsonNode, List<FieldError>> bodyFaults,
      Function<ApiRequest, Future<Reply>> handler) {
    this(operationId, PERMITS, bodyFaults, handler);
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return bodyFaults.apply(body);
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return handler.apply(request);
  }
}
