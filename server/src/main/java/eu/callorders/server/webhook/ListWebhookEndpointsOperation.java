package eu.callorders.server.webhook;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import eu.callorders.server.webhook.endpoint.EndpointView;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** {@code GET /v1/webhook-endpoints}: the tenant's endpoints, newest first. */
public final class ListWebhookEndpointsOperation implements Operation {
  private final Database database;
  private final EndpointStore endpoints = new EndpointStore();
  private final Cursors cursors;

  public ListWebhookEndpointsOperation(Database database, Cursors cursors) {
    this.database = database;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listWebhookEndpoints";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    String status = request.queryParameter("status").orElse(null);
    return database
        .asTenant(
            tenantId,
            connection -> endpoints.list(connection, tenantId, status, after, request.limit() + 1))
        .map(found -> page(request, found));
  }

  private Reply page(ApiRequest request, List<Endpoint> found) {
    boolean more = found.size() > request.limit();
    List<Endpoint> shown = more ? found.subList(0, request.limit()) : found;
    return Page.ofNodes(
        shown.stream().map(EndpointView::of).toList(),
        more,
        more ? cursors.create(request, position(shown.getLast())) : null);
  }

  private static Position position(Endpoint endpoint) {
    return new Position(endpoint.createdAt(), endpoint.id());
  }
}
