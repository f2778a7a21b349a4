package eu.callorders.server.dial;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.order.GoneOrderKeyStore;
import eu.callorders.server.order.GoneOrderKeyStore.GoneKey;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderStore.GoneOrder;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Links lost calls of deleted orders with the orders that clients place again. Blocks. */
final class GoneOrderKeys {
  private GoneOrderKeys() {}

  /** The orders placed again since, by the identifiers of the deleted orders. */
  static Map<UUID, UUID> replacements(SqlConnection connection, List<IdentifiedCall> calls) {
    List<GoneOrder> gone =
        calls.stream()
            .filter(each -> !each.hasOrder())
            .map(
                each ->
                    new GoneOrder(
                        each.tenant().id(),
                        each.context().reference(),
                        each.orderId(),
                        each.context().keyHash()))
            .toList();
    return gone.isEmpty()
        ? Map.of()
        : BoundedWait.await(OrderStore.findResubmitted(connection, gone));
  }

  /** Stores the keys of deleted orders, so that orders placed again take over their attempts. */
  static void store(SqlConnection connection, List<IdentifiedCall> gone) {
    List<GoneKey> rows = new ArrayList<>();
    for (IdentifiedCall each : gone) {
      UUID hash = each.context().keyHash();
      if (hash != null) {
        rows.add(new GoneKey(each.tenant().id(), hash, each.orderId()));
      }
    }
    if (!rows.isEmpty()) {
      BoundedWait.await(GoneOrderKeyStore.insert(connection, rows));
    }
  }
}
