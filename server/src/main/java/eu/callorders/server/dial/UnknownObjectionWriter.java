package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionLocks;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.suppression.SuppressionView;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes suppressions for calls that are not in the database. */
public final class UnknownObjectionWriter {
  private static final int FAILURE = 1;

  private final EventStore events;
  private final InstantSource realTime;

  public UnknownObjectionWriter(EventStore events, InstantSource realTime) {
    this.events = events;
    this.realTime = realTime;
  }

  /**
   * Suppresses the phone and the subject of a call that cannot be recorded. An operator or the
   * client can delete the entry.
   *
   * @param reference of the subject; null when unknown or erased
   */
  void writeForFailure(
      SqlConnection connection, UUID attemptId, Facts facts, @Nullable String reference) {
    Suppression entry =
        new Suppression(
            AttemptIds.of(attemptId, FAILURE),
            facts.tenantId(),
            facts.to(),
            reference,
            Suppression.Source.OPERATOR,
            "A call that the database has lost could not be recorded.",
            null,
            BoundedWait.await(TenantStore.now(connection, facts.tenantId(), realTime)));
    BoundedWait.await(SuppressionLocks.acquire(connection, entry));
    if (BoundedWait.await(SuppressionStore.findSame(connection, entry)).isEmpty()) {
      BoundedWait.await(SuppressionStore.insert(connection, entry));
      BoundedWait.await(
          events.append(connection, List.of(SuppressionView.createdEvent(entry, null))));
    }
  }

  /**
   * Suppresses the phone and the subject, unless the call has an entry. A worker enforces it after
   * the commit.
   *
   * @param reference of the subject; null when unknown or erased
   */
  void write(SqlConnection connection, UUID attemptId, Facts facts, @Nullable String reference) {
    Suppression entry =
        Suppression.ofObjection(
            facts.tenantId(),
            facts.to(),
            reference,
            attemptId,
            BoundedWait.await(TenantStore.now(connection, facts.tenantId(), realTime)));
    BoundedWait.await(SuppressionLocks.acquire(connection, entry));
    if (BoundedWait.await(SuppressionStore.insertObjection(connection, entry))) {
      BoundedWait.await(
          events.append(connection, List.of(SuppressionView.createdEvent(entry, facts.orderId()))));
    }
  }
}
