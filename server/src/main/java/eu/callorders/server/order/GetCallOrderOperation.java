package eu.callorders.server.order;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /v1/call-orders/{order_id}}: one order, with its result once it has ended. */
public final class GetCallOrderOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final OrderStore orders;
  private final OrderReplies replies;
  private final InstantSource realTime;

  public GetCallOrderOperation(
      Database database,
      TenantStore tenants,
      OrderStore orders,
      OrderView view,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.orders = orders;
    this.replies = new OrderReplies(view);
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "getCallOrder";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID id = OrderReplies.orderId(request);
    return database.asTenant(
        request.caller().tenantId(), connection -> find(connection, request, id));
  }

  private Future<Reply> find(SqlConnection connection, ApiRequest request, UUID id) {
    UUID tenantId = request.caller().tenantId();
    Future<Optional<Tenant>> tenant = tenants.find(connection, tenantId);
    return orders
        .load(connection, List.of(id))
        .compose(
            found ->
                tenant.map(
                    loadedTenant ->
                        found.stream()
                            .filter(order -> order.tenantId().equals(tenantId))
                            .findFirst()
                            .map(
                                order ->
                                    replies.reply(
                                        200,
                                        request,
                                        order,
                                        loadedTenant.orElseThrow().now(realTime)))
                            .orElseGet(() -> Reply.problem(Problem.notFound()))));
  }
}
