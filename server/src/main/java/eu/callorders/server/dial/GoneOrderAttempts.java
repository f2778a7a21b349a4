package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.event.EventType;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.CallView;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.Related;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** Attempts whose orders are gone: gaps, limits and the feed have them all the same. */
public final class GoneOrderAttempts {
  private final AttemptStore attempts;
  private final TenantStore tenants;
  private final EventStore events;
  private final CallView calls;
  private final UnknownObjectionWriter objections;
  private final InstantSource realTime;

  public GoneOrderAttempts(
      AttemptStore attempts,
      TenantStore tenants,
      EventStore events,
      CallView calls,
      UnknownObjectionWriter objections,
      InstantSource realTime) {
    this.attempts = attempts;
    this.tenants = tenants;
    this.events = events;
    this.calls = calls;
    this.objections = objections;
    this.realTime = realTime;
  }

  /** Takes in news of an attempt that is stored. The caller holds the lock of its person. */
  void update(SqlConnection connection, UUID attemptId, Owner owner, List<GatewayNews> news) {
    Tenant tenant = tenant(connection, owner.tenantId());
    CallAttempt stored =
        BoundedWait.await(attempts.find(connection, owner.tenantId(), attemptId)).orElseThrow();
    GoneOrder order = open(connection, stored, tenant);
    news.forEach(order::take);
    save(connection, order, tenant);
  }

  /** Stores an attempt with what has become of it. */
  void insert(SqlConnection connection, CallAttempt intent, Tenant tenant, List<GatewayNews> news) {
    BoundedWait.await(attempts.insert(connection, List.of(intent)));
    BoundedWait.await(attempts.orderGone(connection, intent.id()));
    GoneOrder order = open(connection, intent, tenant);
    news.forEach(order::take);
    save(connection, order, tenant);
  }

  private GoneOrder open(SqlConnection connection, CallAttempt attempt, Tenant tenant) {
    int number = BoundedWait.await(attempts.nextNumber(connection, attempt.attempt().orderId()));
    return new GoneOrder(attempt, number, realTime.instant(), tenant.clockOffset());
  }

  private void save(SqlConnection connection, GoneOrder order, Tenant tenant) {
    CallAttempt attempt = order.attempt();
    if (order.objected()) {
      objections.write(
          connection, attempt.id(), facts(attempt), attempt.intent().subjectReference());
      attempt = attempt.withSuppression(AttemptIds.ofObjection(attempt.id()));
    }
    BoundedWait.await(attempts.update(connection, List.of(attempt)));
    Instant now = tenant.now(realTime);
    CallAttempt shown = attempt;
    List<NewEvent> announced =
        order.announced().stream().map(type -> event(shown, type, now)).toList();
    if (!announced.isEmpty()) {
      BoundedWait.await(events.append(connection, announced));
    }
  }

  private NewEvent event(CallAttempt attempt, EventType type, Instant now) {
    return new NewEvent(
        attempt.tenantId(),
        type,
        now,
        Related.none().callOrder(attempt.attempt().orderId()).call(attempt.id()),
        null,
        calls.of(attempt, Audience.EVENT, now));
  }

  private static Facts facts(CallAttempt attempt) {
    return new Facts(
        attempt.attempt().orderId(),
        attempt.tenantId(),
        attempt.attempt().to(),
        Math.max(1, attempt.attempt().number()),
        attempt.intent().notAfter());
  }

  private Tenant tenant(SqlConnection connection, UUID id) {
    return BoundedWait.await(tenants.find(connection, id)).orElseThrow();
  }
}
