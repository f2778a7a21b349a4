package eu.callorders.server.order;

import eu.callorders.server.call.Audience;
import eu.callorders.server.idempotency.AcceptedBodies;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Renders accepted orders from their stored documents. Each caller sees the same. */
public record AcceptedOrderBodies(OrderView view) implements AcceptedBodies {
  @Override
  public Future<Map<UUID, String>> render(SqlConnection connection, Collection<UUID> orderIds) {
    return OrderStore.loadAccepted(connection, orderIds)
        .map(found -> found.stream().collect(Collectors.toMap(CallOrder::id, this::render)));
  }

  private String render(CallOrder order) {
    return view.toJson(order, Audience.CLIENT, order.createdAt()).toString();
  }
}
