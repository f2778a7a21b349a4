package eu.callorders.server.ordertype;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ordertype.OrderTypeCatalog.Position;
import io.vertx.core.Future;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** {@code GET /v1/order-types}: the tenant's order types, newest first. */
public final class ListOrderTypesOperation implements Operation {
  private final Database database;
  private final OrderTypeCatalog catalog;
  private final Cursors cursors;

  public ListOrderTypesOperation(Database database, OrderTypeCatalog catalog, Cursors cursors) {
    this.database = database;
    this.catalog = catalog;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listOrderTypes";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    String status = request.queryParameter("status").orElse(null);
    Position after = after(request);
    return database
        .asTenant(
            tenantId,
            connection -> catalog.list(connection, tenantId, status, after, request.limit() + 1))
        .map(found -> page(request, found));
  }

  private Reply page(ApiRequest request, List<OrderTypeResource> found) {
    boolean more = found.size() > request.limit();
    List<OrderTypeResource> shown = more ? found.subList(0, request.limit()) : found;
    return Page.ofNodes(
        shown.stream().map(OrderTypeView::of).toList(),
        more,
        more ? cursor(request, shown.getLast()) : null);
  }

  /** Types have no id but their key, so this list has its own cursor format. */
  private String cursor(ApiRequest request, OrderTypeResource last) {
    byte[] key = last.type().key().getBytes(StandardCharsets.US_ASCII);
    byte[] position =
        ByteBuffer.allocate(Long.BYTES + key.length)
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, last.createdAt()))
            .put(key)
            .array();
    return cursors.create(request.caller().tenantId(), Cursors.purpose(request), position);
  }

  private Position after(ApiRequest request) {
    String cursor = request.queryParameter("after").orElse(null);
    if (cursor == null) {
      return Position.BEGINNING;
    }
    byte[] position =
        cursors.read(request.caller().tenantId(), Cursors.purpose(request), cursor, "/query/after");
    ByteBuffer buffer = ByteBuffer.wrap(position);
    Instant createdAt = Instant.EPOCH.plus(buffer.getLong(), ChronoUnit.MICROS);
    return new Position(
        createdAt,
        new String(position, Long.BYTES, position.length - Long.BYTES, StandardCharsets.US_ASCII));
  }
}
