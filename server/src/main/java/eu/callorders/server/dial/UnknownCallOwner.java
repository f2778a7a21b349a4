package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.database.Locks;
import eu.callorders.server.order.CallOrder;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The owner of an unknown call.
 *
 * @param facts from the gateway; null for an erased call
 * @param order if the database has it
 * @param context from the order, or else from the gateway
 */
record UnknownCallOwner(
    UUID tenantId,
    @Nullable Facts facts,
    Optional<CallOrder> order,
    Optional<CallContext> context) {

  Optional<String> subjectLock() {
    return context.map(found -> Locks.subject(tenantId, found.reference()));
  }

  boolean isErased() {
    return order.filter(found -> found.document().redacted()).isPresent();
  }

  /** The reference of the subject; null when unknown or erased. */
  @Nullable String reference() {
    return isErased() ? null : context.map(CallContext::reference).orElse(null);
  }
}
