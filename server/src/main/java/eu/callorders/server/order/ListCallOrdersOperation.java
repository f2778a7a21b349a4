package eu.callorders.server.order;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.call.Audience;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.PageLoader;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /v1/call-orders}: the tenant's orders, newest first. */
public final class ListCallOrdersOperation implements Operation {
  private static final int FIRST_SLICE = 10;

  private final Database database;
  private final TenantStore tenants;
  private final OrderStore orders;
  private final OrderView view;
  private final Cursors cursors;
  private final InstantSource realTime;

  public ListCallOrdersOperation(
      Database database,
      TenantStore tenants,
      OrderStore orders,
      OrderView view,
      Cursors cursors,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.orders = orders;
    this.view = view;
    this.cursors = cursors;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "listCallOrders";
  }

  @Override
  public boolean hasLargePages() {
    return true;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    Optional<Position> after = cursors.after(request);
    Optional<UUID> enrollment =
        request.queryParameter("enrollment_id").flatMap(IdKind.ENROLLMENT::parse);
    if (request.queryParameter("enrollment_id").isPresent() && enrollment.isEmpty()) {
      return Future.succeededFuture(Page.of(List.of(), false, null));
    }
    OrderQuery.Filter filter =
        new OrderQuery.Filter(
            request.queryParameter("status").orElse(null),
            request.queryParameter("order_type").orElse(null),
            request.queryParameter("client_reference").orElse(null),
            request.queryParameter("subject_reference").orElse(null),
            enrollment.orElse(null),
            request.queryParameter("created_after").map(Timestamps::parse).orElse(null),
            request.queryParameter("created_before").map(Timestamps::parse).orElse(null));
    UUID tenantId = request.caller().tenantId();
    return database.asTenant(tenantId, connection -> page(connection, request, filter, after));
  }

  private Future<Reply> page(
      SqlConnection connection,
      ApiRequest request,
      OrderQuery.Filter filter,
      Optional<Position> after) {
    UUID tenantId = request.caller().tenantId();
    Future<Optional<Tenant>> tenant = tenants.find(connection, tenantId);
    return OrderQuery.find(connection, tenantId, filter, after.orElse(null), request.limit() + 1)
        .compose(
            found ->
                tenant.compose(
                    loadedTenant -> {
                      Instant now = loadedTenant.orElseThrow().now(realTime);
                      Audience audience =
                          Audience.of(request.caller().hasScope("transcripts:read"));
                      return new PageLoader<>(
                              request,
                              cursors,
                              found,
                              ids -> orders.load(connection, ids),
                              order -> view.toJson(order, audience, now),
                              ListCallOrdersOperation::position)
                          .page(FIRST_SLICE);
                    }));
  }

  private static Position position(CallOrder order) {
    return new Position(order.createdAt(), order.id());
  }
}
