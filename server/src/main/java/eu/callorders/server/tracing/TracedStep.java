package eu.callorders.server.tracing;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step of a request or an order. It has identifiers, codes, counts and times, never personal
 * data. Times are real time unless noted.
 */
public sealed interface TracedStep {

  Instant startedAt();

  Instant endedAt();

  /**
   * A request of the contract.
   *
   * @param traceparent the header as the client sent it; null without one
   * @param requestId as in {@code X-Request-Id}
   * @param route path of the contract with its parameters' names
   * @param tenantId null before authentication
   * @param acceptedOrder the order that the request has created; null for none
   */
  record RequestServed(
      @Nullable String traceparent,
      String requestId,
      String operationId,
      String method,
      String route,
      int status,
      @Nullable UUID tenantId,
      @Nullable UUID acceptedOrder,
      Instant startedAt,
      Instant endedAt)
      implements TracedStep {}

  /** A step of an order; all steps of an order belong to one trace. */
  sealed interface OrderStep extends TracedStep {
    UUID tenantId();

    UUID orderId();
  }

  record OrderAccepted(UUID tenantId, UUID orderId, Instant startedAt, Instant endedAt)
      implements OrderStep {}

  /**
   * A decision when to call next.
   *
   * @param nextAttemptAt the tenant's time
   */
  record AttemptPlanned(
      UUID tenantId, UUID orderId, Instant nextAttemptAt, Instant startedAt, Instant endedAt)
      implements OrderStep {}

  /**
   * A request to the gateway to place a call.
   *
   * @param result code of the reply
   */
  record CallPlaced(
      UUID tenantId,
      UUID orderId,
      UUID attemptId,
      String result,
      Instant startedAt,
      Instant endedAt)
      implements OrderStep {}

  /**
   * An attempt, from its intent to the end of the call.
   *
   * @param attemptNumber 0 when it does not count
   * @param disposition null when nothing was dialed
   * @param cause null when nothing was dialed
   */
  record CallEnded(
      UUID tenantId,
      UUID orderId,
      UUID attemptId,
      int attemptNumber,
      String status,
      @Nullable String disposition,
      @Nullable String cause,
      Instant startedAt,
      Instant endedAt)
      implements OrderStep {}

  /**
   * The end of an order.
   *
   * @param reason code of its termination
   */
  record OrderEnded(
      UUID tenantId, UUID orderId, String status, String reason, Instant startedAt, Instant endedAt)
      implements OrderStep {}

  /**
   * An attempt to deliver an event of an order.
   *
   * @param attemptNumber from 1
   * @param responseStatus null without a response
   * @param error null for success
   */
  record WebhookSent(
      UUID tenantId,
      UUID orderId,
      UUID deliveryId,
      UUID endpointId,
      UUID eventId,
      String eventType,
      int attemptNumber,
      @Nullable Integer responseStatus,
      @Nullable String error,
      Instant startedAt,
      Instant endedAt)
      implements OrderStep {
    boolean failed() {
      return error != null || responseStatus == null || responseStatus / 100 != 2;
    }
  }
}
