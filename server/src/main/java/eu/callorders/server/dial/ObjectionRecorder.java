package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.ObjectionCheck;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionLocks;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.suppression.SuppressionView;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * Writes the suppression of an objection whose update cannot be stored with its order: an objection
 * takes effect even when nothing else of its call can be processed.
 */
final class ObjectionRecorder {
  private static final String UNREADABLE = "unreadable";

  private final EventStore events;
  private final InstantSource realTime;

  ObjectionRecorder(EventStore events, InstantSource realTime) {
    this.events = events;
    this.realTime = realTime;
  }

  static boolean isObjection(AttemptUpdate update) {
    return update instanceof AttemptUpdate.Malformed malformed
        ? malformed.reportsObjection()
        : update instanceof AttemptUpdate.EventReceived(GatewayEvent event)
            && ObjectionCheck.isObjection(event);
  }

  /**
   * Writes the suppression, unless the attempt has one. For an unknown attempt it stores an event
   * that has the effect of the objection once the attempt is recorded.
   */
  void record(SqlConnection connection, UUID attemptId) {
    Owner owner =
        BoundedWait.await(AttemptStore.owners(connection, List.of(attemptId))).get(attemptId);
    if (owner == null) {
      BoundedWait.await(UnknownCallStore.insert(connection, List.of(objection(attemptId))));
      return;
    }
    CallAttempt attempt =
        BoundedWait.await(AttemptStore.find(connection, owner.tenantId(), attemptId)).orElseThrow();
    Instant now = BoundedWait.await(TenantStore.now(connection, owner.tenantId(), realTime));
    Suppression entry =
        Suppression.ofObjection(
            owner.tenantId(), attempt.attempt().phone(), owner.subjectReference(), attemptId, now);
    BoundedWait.await(SuppressionLocks.acquire(connection, entry));
    if (!BoundedWait.await(AttemptStore.setSuppression(connection, attemptId, entry.id()))) {
      return;
    }
    if (BoundedWait.await(SuppressionStore.insertObjection(connection, entry))) {
      BoundedWait.await(
          events.append(connection, List.of(SuppressionView.createdEvent(entry, owner.orderId()))));
    }
  }

  /** Deterministic, and ordered after all events of the gateway for the call. */
  private GatewayEvent objection(UUID attemptId) {
    String eventId = AttemptIds.forObjection(attemptId).toString();
    return new GatewayEvent.Objection(
        new GatewayEvent.Header(eventId, attemptId, UNREADABLE, Long.MAX_VALUE, realTime.instant()),
        "voice");
  }
}
