package eu.callorders.server.webhook;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.webhook.delivery.DeliveryStore;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.replay.ReplayStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;

/**
 * {@code DELETE /v1/webhook-endpoints/{endpoint_id}}: stops deliveries and deletes the secrets; the
 * log stays.
 */
public final class DeleteWebhookEndpointOperation implements Operation {
  private final IdempotentWrite write;
  private final EndpointStore endpoints = new EndpointStore();
  private final DeliveryStore deliveries = new DeliveryStore();
  private final ReplayStore replays = new ReplayStore();
  private final EndpointSecrets secrets;
  private final InstantSource realTime;

  public DeleteWebhookEndpointOperation(
      IdempotentWrite write, EndpointSecrets secrets, InstantSource realTime) {
    this.write = write;
    this.secrets = secrets;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "deleteWebhookEndpoint";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.lock(connection, request)
                .compose(endpoint -> delete(connection, endpoint))
                .map(done -> Reply.empty(204)));
  }

  private Future<Void> delete(SqlConnection connection, Endpoint endpoint) {
    Instant now = realTime.instant();
    return endpoints
        .delete(connection, endpoint, now)
        .compose(marked -> secrets.delete(connection, endpoint))
        .compose(deleted -> replays.cancel(connection, endpoint, now))
        .compose(canceled -> deliveries.skipWaiting(connection, endpoint, null, now));
  }
}
