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

/** Connects lost calls of orders that are gone with the orders that clients send again. Blocks. */
final class GoneOrderKeys {
  private final OrderStore orders;
  private final GoneOrderKeyStore keys = new GoneOrderKeyStore();

  GoneOrderKeys(OrderStore orders) {
    this.orders = orders;
  }

  /** The orders of these calls that were accepted again meanwhile, by the orders that are gone. */
  Map<UUID, UUID> sentAgain(SqlConnection connection, List<AddressedCall> wave) {
    List<GoneOrder> gone =
        wave.stream()
            .filter(each -> !each.hasOrder())
            .map(
                each ->
                    new GoneOrder(
                        each.tenant().id(),
                        each.context().reference(),
                        each.orderId(),
                        each.context().keyHash()))
            .toList();
    return gone.isEmpty() ? Map.of() : BoundedWait.await(orders.sentAgain(connection, gone));
  }

  /** Keeps the keys of orders that are gone, so that orders sent again take their attempts. */
  void keep(SqlConnection connection, List<AddressedCall> gone) {
    List<GoneKey> kept = new ArrayList<>();
    for (AddressedCall each : gone) {
      UUID hash = each.context().keyHash();
      if (hash != null) {
        kept.add(new GoneKey(each.tenant().id(), hash, each.orderId()));
      }
    }
    if (!kept.isEmpty()) {
      BoundedWait.await(keys.insert(connection, kept));
    }
  }
}
