package eu.callorders.server.ordertype;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import io.vertx.core.Future;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/** The versions of an order type. */
public final class OrderTypeVersionResource {
  private final Database database;
  private final OrderTypeCatalog catalog;
  private final Cursors cursors;

  public OrderTypeVersionResource(Database database, OrderTypeCatalog catalog, Cursors cursors) {
    this.database = database;
    this.catalog = catalog;
    this.cursors = cursors;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("listOrderTypeVersions", this::list));
  }

  /** {@code GET /v1/order-types/{key}/versions}: newest first. */
  private Future<Reply> list(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    String key = request.pathParameter("key");
    int before = before(request);
    return database
        .asTenant(
            tenantId,
            connection ->
                catalog.listVersions(connection, tenantId, key, before, request.limit() + 1))
        .map(found -> page(request, found));
  }

  /** Every type has a version, so an empty list means that there is no type. */
  private Reply page(ApiRequest request, List<OrderType> found) {
    if (found.isEmpty()) {
      throw ProblemException.notFound();
    }
    boolean more = found.size() > request.limit();
    List<OrderType> shown = more ? found.subList(0, request.limit()) : found;
    return Page.ofNodes(
        shown.stream().map(OrderTypeView::version).toList(),
        more,
        more ? cursor(request, shown.getLast().version()) : null);
  }

  private String cursor(ApiRequest request, int version) {
    byte[] position = ByteBuffer.allocate(Integer.BYTES).putInt(version).array();
    return cursors.create(request.caller().tenantId(), purpose(request), position);
  }

  private int before(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return request
        .queryParameter("after")
        .map(cursor -> cursors.read(tenantId, purpose(request), cursor, "/query/after"))
        .map(position -> ByteBuffer.wrap(position).getInt())
        .orElse(Integer.MAX_VALUE);
  }

  /** A cursor fits the versions of its type only. */
  private static String purpose(ApiRequest request) {
    return Cursors.purpose(request) + " " + request.pathParameter("key");
  }
}
