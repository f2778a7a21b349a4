package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whose an unknown call was.
 *
 * @param facts as the gateway took them; null of a call that it has erased
 * @param order if the database has it
 * @param context by the order, or else by what the gateway keeps with the call
 */
record UnknownCallOwner(
    UUID tenantId,
    @Nullable Facts facts,
    Optional<CallOrder> order,
    Optional<CallContext> context) {

  /** The lock of the person. */
  Optional<String> person() {
    return context.map(found -> Locks.person(tenantId, found.reference()));
  }

  boolean isErased() {
    return order.filter(found -> found.document().redacted()).isPresent();
  }

  /** The reference of the person; null when unknown or erased. */
  @Nullable String reference() {
    return isErased() ? null : context.map(CallContext::reference).orElse(null);
  }
}
