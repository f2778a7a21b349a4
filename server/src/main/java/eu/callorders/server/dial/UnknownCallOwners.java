package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Finds the order and the person of a call that the database does not know. */
final class UnknownCallOwners {
  private final OrderStore orders;
  private final CallContextCipher contexts;

  UnknownCallOwners(OrderStore orders, CallContextCipher contexts) {
    this.orders = orders;
    this.contexts = contexts;
  }

  /** The order of a tenant, if the database has it. */
  Optional<CallOrder> order(SqlConnection connection, UUID tenantId, UUID orderId) {
    return BoundedWait.await(orders.loadWithoutContext(connection, List.of(orderId))).stream()
        .filter(order -> order.tenantId().equals(tenantId))
        .findFirst();
  }

  /** Whom the call was for, by its order, or else by what the gateway keeps with the call. */
  Optional<CallContext> context(UUID attemptId, Optional<CallOrder> order, Facts facts) {
    return order
        .map(found -> new CallContext(found.subjectReference(), new UUID(0, 0)))
        .or(
            () ->
                contexts.decrypt(
                    attemptId, facts.origin() == null ? null : facts.origin().context()));
  }
}
