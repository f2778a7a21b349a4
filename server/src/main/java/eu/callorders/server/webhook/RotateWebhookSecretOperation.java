package eu.callorders.server.webhook;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EndpointView;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * {@code POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret}: adds a secret; the previous one
 * signs for another day.
 */
public final class RotateWebhookSecretOperation implements Operation {
  private final IdempotentWrite write;
  private final EndpointStore endpoints = new EndpointStore();
  private final EndpointSecrets secrets;
  private final InstantSource realTime;

  public RotateWebhookSecretOperation(
      IdempotentWrite write, EndpointSecrets secrets, InstantSource realTime) {
    this.write = write;
    this.secrets = secrets;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "rotateWebhookSecret";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection ->
            EndpointLookup.lock(connection, request)
                .compose(endpoint -> rotate(connection, endpoint)));
  }

  private Future<Reply> rotate(SqlConnection connection, Endpoint before) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    Endpoint after = before.with(before.status(), now);
    return endpoints
        .update(connection, after)
        .compose(updated -> secrets.rotate(connection, after, now))
        .map(secret -> Reply.of(200, EndpointView.of(after, secret)));
  }
}
