package eu.callorders.server.http;

import io.vertx.core.Future;
import java.util.function.Function;

/** A method of a resource whose replies can be large. */
public record LargePageOperation(String operationId, Function<ApiRequest, Future<Reply>> handler)
    implements Operation {
  @Override
  public boolean hasLargePages() {
    return true;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return handler.apply(request);
  }
}
