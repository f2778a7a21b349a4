package eu.callorders.server.http;

import eu.callorders.server.ratelimit.ConcurrencyLimit;
import io.vertx.core.Future;
import java.util.function.Function;

/** An operation with a limit of concurrent requests; invalid requests do not count. */
public final class LimitedOperation extends WrappedOperation {
  private final ConcurrencyLimit limit;
  private final Function<ApiRequest, Object> key;

  /**
   * @param key the key that the limit counts by
   */
  public LimitedOperation(
      Operation operation, ConcurrencyLimit limit, Function<ApiRequest, Object> key) {
    super(operation);
    this.limit = limit;
    this.key = key;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return limit.run(key.apply(request), () -> operation.handle(request));
  }
}
