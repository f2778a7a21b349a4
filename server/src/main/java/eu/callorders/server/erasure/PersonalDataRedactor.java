package eu.callorders.server.erasure;

import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.GatewayErasureStore;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.dial.UnknownCallStore;
import eu.callorders.server.order.GoneOrderKeyStore;
import eu.callorders.server.order.OrderRedaction;
import eu.callorders.server.order.OrderRedaction.Unredacted;
import eu.callorders.server.promise.PromiseStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Redacts personal data of ended orders and their attempts. What remains states what was done,
 * when, and with what result, but not the subject.
 */
final class PersonalDataRedactor {
  private PersonalDataRedactor() {}

  /**
   * Redacts ended orders of one tenant; returns how many, since a concurrent transaction may have
   * redacted some. The caller holds the subjects' locks.
   *
   * @param now the tenant's time
   * @param realNow when to request the erasure at the gateway
   */
  static Future<Integer> redactOrders(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant now, Instant realNow) {
    return OrderRedaction.load(connection, tenantId, ids)
        .compose(orders -> redact(connection, tenantId, orders, now, realNow).map(orders.size()));
  }

  private static Future<?> redact(
      SqlConnection connection,
      UUID tenantId,
      List<Unredacted> orders,
      Instant now,
      Instant realNow) {
    List<UUID> ids = orders.stream().map(Unredacted::id).toList();
    return Future.join(
        OrderRedaction.write(connection, tenantId, orders, now),
        GatewayErasureStore.insertUnknownCalls(connection, tenantId, ids, realNow),
        UnknownCallStore.deleteOfOrders(connection, ids),
        AttemptStore.idsOfOrders(connection, tenantId, ids)
            .compose(attempts -> redact(connection, tenantId, attempts, realNow)));
  }

  /** Redacts attempts of one tenant's lost orders; returns how many. */
  static Future<Integer> redactAttempts(
      SqlConnection connection, UUID tenantId, Collection<UUID> ids, Instant realNow) {
    return GoneOrderKeyStore.deleteOfAttempts(connection, ids)
        .compose(done -> redact(connection, tenantId, ids, realNow));
  }

  private static Future<Integer> redact(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds, Instant realNow) {
    return TranscriptStore.delete(connection, tenantId, attemptIds)
        .compose(done -> PromiseStore.deleteOfCalls(connection, tenantId, attemptIds))
        .compose(done -> FailedWork.deleteOfAttempts(connection, tenantId, attemptIds))
        .compose(
            done -> GatewayErasureStore.insertAttempts(connection, tenantId, attemptIds, realNow))
        .compose(done -> AttemptStore.redact(connection, tenantId, attemptIds));
  }
}
