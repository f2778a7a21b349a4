package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/** One operation of the contract. {@link #handle} receives requests that passed all checks. */
public interface Operation {
  /** {@link #permits} of an operation with small bodies and replies. */
  int PERMITS = 16;

  /** An operation without checks of its own, such as a method of a resource. */
  static Operation of(String operationId, Function<ApiRequest, Future<Reply>> handler) {
    return new Operation() {
      @Override
      public String operationId() {
        return operationId;
      }

      @Override
      public Future<Reply> handle(ApiRequest request) {
        return handler.apply(request);
      }
    };
  }

  /** The contract's {@code operationId}, for example {@code createCallOrder}. */
  String operationId();

  /**
   * Refuses callers without the feature ({@code feature_not_enabled}), or all when capacity is
   * exhausted. Runs after the scope check, before the body is read.
   */
  default Future<Void> admit(Caller caller) {
    return Future.succeededFuture();
  }

  /**
   * Faults that the schema cannot express. The body may violate the schema: checks that need valid
   * members skip those.
   */
  default List<FieldError> faults(JsonNode body) {
    return List.of();
  }

  /**
   * Whether {@link #handle} reports {@link #faults} of a body that satisfies the schema, together
   * with faults that only the database reveals.
   */
  default boolean reportsFaultsInHandle() {
    return false;
  }

  /** Whether replies can be large; {@link BytePacer} then limits their rate. */
  default boolean hasLargePages() {
    return false;
  }

  /**
   * Permits of {@link TenantSemaphore} for one request, about one per half millisecond of CPU time.
   * Large bodies need more.
   */
  default int permits() {
    return hasLargePages() ? Page.PERMITS : PERMITS;
  }

  /**
   * Handles one request. A refusal is a future failed with {@link
   * eu.callorders.core.problem.ProblemException}, or a {@link Reply#problem}; any other failure
   * becomes a 500 or 503.
   */
  Future<Reply> handle(ApiRequest request);
}
