package eu.callorders.server.ordertype;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code GET /v1/order-types/{key}}: one order type in its newest version. */
public final class GetOrderTypeOperation implements Operation {
  private final Database database;
  private final OrderTypeCatalog catalog;

  public GetOrderTypeOperation(Database database, OrderTypeCatalog catalog) {
    this.database = database;
    this.catalog = catalog;
  }

  @Override
  public String operationId() {
    return "getOrderType";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    String key = request.pathParameter("key");
    return database
        .asTenant(tenantId, connection -> catalog.find(connection, tenantId, key))
        .map(
            found ->
                found
                    .map(resource -> OrderTypeView.reply(200, resource))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
