package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.database.Locks;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.suppression.SuppressionView;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the do-not-call entries of objections in calls that the database does not know. */
public final class UnknownObjectionWriter {
  private final TenantStore tenants;
  private final OrderStore orders;
  private final SuppressionStore suppressions;
  private final EventStore events;
  private final InstantSource realTime;

  public UnknownObjectionWriter(
      TenantStore tenants,
      OrderStore orders,
      SuppressionStore suppressions,
      EventStore events,
      InstantSource realTime) {
    this.tenants = tenants;
    this.orders = orders;
    this.suppressions = suppressions;
    this.events = events;
    this.realTime = realTime;
  }

  boolean knowsTenant(SqlConnection connection, Facts facts) {
    return tenants.find(connection, facts.tenantId()).await().isPresent();
  }

  /**
   * Writes the entry for the number, and for the person if the order is known, once. Orders that it
   * concerns are not dialed from then on and end when they are due.
   *
   * @return whether it was written now
   */
  boolean write(SqlConnection connection, UUID attemptId, Facts facts) {
    Optional<Tenant> tenant = tenants.find(connection, facts.tenantId()).await();
    if (tenant.isEmpty()) {
      return false;
    }
    String reference = reference(connection, facts);
    if (reference != null) {
      Locks.take(connection, Set.of(Locks.person(facts.tenantId(), reference))).await();
    }
    Locks.take(connection, Set.of(Locks.number(facts.tenantId(), facts.to()))).await();
    Suppression entry =
        new Suppression(
            AttemptIds.ofObjection(attemptId),
            facts.tenantId(),
            facts.to(),
            reference,
            Suppression.Source.IN_CALL_REQUEST,
            null,
            attemptId,
            tenant.get().now(realTime));
    if (!suppressions.insertObjection(connection, entry).await()) {
      return false;
    }
    events.append(connection, List.of(SuppressionView.created(entry, facts.orderId()))).await();
    return true;
  }

  private @Nullable String reference(SqlConnection connection, Facts facts) {
    return orders.load(connection, List.of(facts.orderId())).await().stream()
        .filter(order -> order.tenantId().equals(facts.tenantId()))
        .filter(order -> !order.document().redacted())
        .map(CallOrder::subjectReference)
        .findFirst()
        .orElse(null);
  }
}
