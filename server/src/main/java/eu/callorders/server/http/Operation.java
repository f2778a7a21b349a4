package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One operation of the contract.
 *
 * @param operationId the contract's, for example {@code createCallOrder}
 * @param admission refuses callers without the feature ({@code feature_not_enabled}), or all when
 *     capacity is exhausted; runs after the scope check, before the body is read
 * @param queryFaults finds faults that the schemas of the query parameters cannot express, among
 *     the decoded values by name, which may violate their schemas
 * @param bodyFaults finds faults that the schema cannot express. The body may violate the schema:
 *     checks that need valid members skip those.
 * @param reportsFaultsInHandle whether the handler reports these faults of a body that satisfies
 *     the schema, together with faults that only the database reveals
 * @param hasLargePages whether replies can be large; {@link BytePacer} then limits their rate
 * @param permits of {@link TenantSemaphore} for one request, about one per half millisecond of CPU
 *     time; large bodies need more
 * @param handler receives requests that passed all checks. A refusal is a future failed with {@link
 *     eu.callorders.core.problem.ProblemException}, or a {@link Reply#problem}; any other failure
 *     becomes a 500 or 503.
 */
public record Operation(
    String operationId,
    Function<Caller, Future<Void>> admission,
    Function<Map<String, String>, List<FieldError>> queryFaults,
    Function<JsonNode, List<FieldError>> bodyFaults,
    boolean reportsFaultsInHandle,
    boolean hasLargePages,
    int permits,
    Function<ApiRequest, Future<Reply>> handler) {
  /** Permits of an operation with small bodies and replies. */
  public static final int PERMITS = 16;

  /** An operation without checks of its own, such as a method of a resource. */
  public static Operation of(String operationId, Function<ApiRequest, Future<Reply>> handler) {
    return new Operation(
        operationId,
        caller -> Future.succeededFuture(),
        query -> List.of(),
        body -> List.of(),
        false,
        false,
        PERMITS,
        handler);
  }

  public Operation withAdmission(Function<Caller, Future<Void>> check) {
    return new Operation(
        operationId,
        check,
        queryFaults,
        bodyFaults,
        reportsFaultsInHandle,
        hasLargePages,
        permits,
        handler);
  }

  public Operation withQueryFaults(Function<Map<String, String>, List<FieldError>> faults) {
    return new Operation(
        operationId,
        admission,
        faults,
        bodyFaults,
        reportsFaultsInHandle,
        hasLargePages,
        permits,
        handler);
  }

  public Operation withBodyFaults(Function<JsonNode, List<FieldError>> faults) {
    return new Operation(
        operationId,
        admission,
        queryFaults,
        faults,
        reportsFaultsInHandle,
        hasLargePages,
        permits,
        handler);
  }

  public Operation withFaultsInHandle() {
    return new Operation(
        operationId, admission, queryFaults, bodyFaults, true, hasLargePages, permits, handler);
  }

  public Operation withLargePages() {
    return new Operation(
        operationId,
        admission,
        queryFaults,
        bodyFaults,
        reportsFaultsInHandle,
        true,
        Page.PERMITS,
        handler);
  }

  public Operation withPermits(int number) {
    return new Operation(
        operationId,
        admission,
        queryFaults,
        bodyFaults,
        reportsFaultsInHandle,
        hasLargePages,
        number,
        handler);
  }

  public Operation withHandler(Function<ApiRequest, Future<Reply>> other) {
    return new Operation(
        operationId,
        admission,
        queryFaults,
        bodyFaults,
        reportsFaultsInHandle,
        hasLargePages,
        permits,
        other);
  }

  public Future<Reply> handle(ApiRequest request) {
    return handler.apply(request);
  }
}
