package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/** An operation with a limit of requests under way; a request that is not valid does not count. */
public final class LimitedOperation implements Operation {
  private final Operation operation;
  private final ConcurrencyLimit limit;
  private final Function<ApiRequest, Object> key;

  /**
   * @param key what the limit counts by
   */
  public LimitedOperation(
      Operation operation, ConcurrencyLimit limit, Function<ApiRequest, Object> key) {
    this.operation = operation;
    this.limit = limit;
    this.key = key;
  }

  @Override
  public String operationId() {
    return operation.operationId();
  }

  @Override
  public Future<Void> admit(Caller caller) {
    return operation.admit(caller);
  }

  @Override
  public List<FieldError> faults(JsonNode body) {
    return operation.faults(body);
  }

  @Override
  public boolean tellsFaultsItself() {
    return operation.tellsFaultsItself();
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return limit.run(key.apply(request), () -> operation.handle(request));
  }
}
