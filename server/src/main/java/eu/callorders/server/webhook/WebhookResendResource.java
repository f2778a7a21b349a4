package eu.callorders.server.webhook;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryStatus;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.delivery.DeliveryView;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Sends the event of a delivery once more to the same endpoint. */
public final class WebhookResendResource {
  private static final Duration EVENT_RETENTION = Duration.ofDays(30);

  private final IdempotentWrite write;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final Runnable onQueued;

  /**
   * @param queued runs after the commit of a delivery
   */
  public WebhookResendResource(
      IdempotentWrite write, InstantSource realTime, RandomGenerator random, Runnable queued) {
    this.write = write;
    this.realTime = realTime;
    this.random = random;
    this.onQueued = queued;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("resendWebhookDelivery", this::resend));
  }

  /** {@code POST /v1/webhook-deliveries/{delivery_id}/resend}: queues a new delivery. */
  private Future<Reply> resend(ApiRequest request) {
    UUID id = request.pathId(IdKind.WEBHOOK_DELIVERY, "delivery_id");
    return write
        .run(request, connection -> resend(connection, request.caller().tenantId(), id))
        .onSuccess(reply -> onQueued.run());
  }

  private Future<Reply> resend(SqlConnection connection, UUID tenantId, UUID id) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    return DeliveryStore.find(connection, tenantId, id)
        .map(found -> found.orElseThrow(ProblemException::notFound))
        .compose(
            delivery ->
                EndpointLookup.lock(connection, tenantId, delivery.endpointId())
                    .map(endpoint -> again(delivery, endpoint, now)))
        .compose(
            again ->
                DeliveryStore.insertDue(connection, again)
                    .map(done -> Reply.of(202, DeliveryView.of(again))));
  }

  private Delivery again(Delivery delivery, Endpoint endpoint, Instant now) {
    EndpointLookup.requireActive(endpoint);
    if (delivery.eventRecordedAt().isBefore(now.minus(EVENT_RETENTION))) {
      throw ProblemException.of(
          ProblemCode.REPLAY_RANGE, "Events are kept for 30 days; this one is older.");
    }
    UUID id = UuidV7.at(now, random);
    return new Delivery(
        id,
        delivery.tenantId(),
        delivery.endpointId(),
        id,
        delivery.eventId(),
        delivery.eventRecordedAt(),
        delivery.eventType(),
        DeliveryStatus.PENDING,
        List.of(),
        now,
        now,
        delivery.envelope());
  }
}
