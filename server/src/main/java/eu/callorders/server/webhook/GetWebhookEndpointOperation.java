package eu.callorders.server.webhook;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.webhook.endpoint.EndpointLookup;
import eu.callorders.server.webhook.endpoint.EndpointView;
import io.vertx.core.Future;

/** {@code GET /v1/webhook-endpoints/{endpoint_id}}: one endpoint with its health. */
public final class GetWebhookEndpointOperation implements Operation {
  private final Database database;

  public GetWebhookEndpointOperation(Database database) {
    this.database = database;
  }

  @Override
  public String operationId() {
    return "getWebhookEndpoint";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database
        .asTenant(
            request.caller().tenantId(), connection -> EndpointLookup.find(connection, request))
        .map(endpoint -> EndpointView.reply(200, endpoint));
  }
}
