package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.delivery.DeliveryView;
import eu.callorders.server.webhook.delivery.DirectDeliveryFactory;
import eu.callorders.server.webhook.delivery.ImmediateDispatch;
import eu.callorders.server.webhook.delivery.VerificationStarter;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;

/**
 * {@code POST /v1/webhook-endpoints/{endpoint_id}/test}: pings an active endpoint or restarts the
 * verification of a pending one, and replies when the attempt has ended.
 *
 * <p>The idempotency key stores the delivery as inserted; each reply shows its present state.
 */
public final class TestWebhookEndpointOperation implements Operation {
  /** During this time only this request sends the delivery; afterwards any node may. */
  private static final Duration HEAD_START = Duration.ofSeconds(5);

  private final Database database;
  private final IdempotentWrite write;
  private final EndpointStore endpoints = new EndpointStore();
  private final DeliveryStore deliveries = new DeliveryStore();
  private final VerificationStarter verification;
  private final DirectDeliveryFactory direct;
  private final ImmediateDispatch dispatch;
  private final InstantSource realTime;

  public TestWebhookEndpointOperation(
      Database database,
      IdempotentWrite write,
      VerificationStarter verification,
      DirectDeliveryFactory direct,
      ImmediateDispatch dispatch,
      InstantSource realTime) {
    this.database = database;
    this.write = write;
    this.verification = verification;
    this.direct = direct;
    this.dispatch = dispatch;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "testWebhookEndpoint";
  }

  /** Mostly waits for the endpoint, and has limits of its own. */
  @Override
  public int permits() {
    return 0;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.lock(connection, request)
                .compose(endpoint -> deliver(connection, endpoint))
                .map(delivery -> Reply.of(200, DeliveryView.of(delivery))),
        reply -> awaitAttempt(request.caller().tenantId(), reply));
  }

  private Future<Delivery> deliver(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    return switch (endpoint.status()) {
      case ACTIVE -> {
        Delivery ping = direct.ping(endpoint, now).dueAt(now.plus(HEAD_START));
        yield deliveries.insertDue(connection, ping).map(done -> ping);
      }
      case PENDING_VERIFICATION -> {
        Endpoint restarted = endpoint.with(verification.start(now), endpoint.status(), now);
        yield endpoints
            .update(connection, restarted)
            .compose(
                updated -> verification.send(connection, restarted, now, now.plus(HEAD_START)));
      }
      case DISABLED -> throw EndpointLookup.disabled();
    };
  }

  /** For a repeated request the attempt has ended already, or it sends nothing. */
  private Future<Reply> awaitAttempt(UUID tenantId, Reply stored) {
    JsonNode delivery = Json.parse(Objects.requireNonNull(stored.body()));
    UUID id = IdKind.WEBHOOK_DELIVERY.parse(delivery.path("id").asText()).orElseThrow();
    return dispatch
        .sendNow(tenantId, id)
        .compose(
            ended ->
                database.asTenant(
                    tenantId, connection -> deliveries.find(connection, tenantId, id)))
        .map(
            found ->
                found
                    .map(current -> new Reply(200, text(current), null, stored.headers()))
                    .orElse(stored));
  }

  private static String text(Delivery delivery) {
    return DeliveryView.of(delivery).toString();
  }
}
