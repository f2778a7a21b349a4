package eu.callorders.server.ordertype;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.UUID;

/** {@code POST /v1/order-types/{key}/archive}: no new orders; existing ones keep their version. */
public final class ArchiveOrderTypeOperation implements Operation {
  private final IdempotentWrite write;
  private final TenantStore tenants;
  private final OrderTypeCatalog catalog;
  private final InstantSource realTime;

  public ArchiveOrderTypeOperation(
      IdempotentWrite write,
      TenantStore tenants,
      OrderTypeCatalog catalog,
      InstantSource realTime) {
    this.write = write;
    this.tenants = tenants;
    this.catalog = catalog;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "archiveOrderType";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return write.run(
        request,
        connection ->
            catalog
                .requireLocked(connection, tenantId, request.pathParameter("key"))
                .compose(before -> archive(connection, tenantId, before))
                .map(after -> OrderTypeView.reply(200, after)));
  }

  private Future<OrderTypeResource> archive(
      SqlConnection connection, UUID tenantId, OrderTypeResource before) {
    if (before.archived()) {
      throw new ProblemException(
          Problem.of(ProblemCode.ORDER_TYPE_ARCHIVED, "The order type is archived already."));
    }
    return tenants
        .now(connection, tenantId, realTime)
        .compose(
            now ->
                catalog.update(
                    connection,
                    tenantId,
                    before,
                    before.archivedAt(now),
                    EventType.ORDER_TYPE_ARCHIVED));
  }
}
