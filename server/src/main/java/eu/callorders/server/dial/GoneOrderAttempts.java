package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.event.EventType;
import eu.callorders.core.evidence.RecordedEvents;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.AttemptStore.Owner;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.CallView;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.evidence.ClosedCall;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.window.PhoneLocation;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Stores attempts of deleted orders: gaps, limits and the feed still include them. */
public final class GoneOrderAttempts {
  private final EventStore events;
  private final CallView calls;
  private final UnknownObjectionWriter objections;
  private final OutcomeRecorder outcomes;
  private final EvidenceWriter evidence;
  private final InstantSource realTime;

  public GoneOrderAttempts(
      EventStore events,
      CallView calls,
      UnknownObjectionWriter objections,
      OutcomeRecorder outcomes,
      EvidenceWriter evidence,
      InstantSource realTime) {
    this.events = events;
    this.calls = calls;
    this.objections = objections;
    this.outcomes = outcomes;
    this.evidence = evidence;
    this.realTime = realTime;
  }

  /** Applies updates to a stored attempt. The caller holds the lock of its subject. */
  void update(SqlConnection connection, UUID attemptId, Owner owner, List<AttemptUpdate> updates) {
    Tenant tenant = tenant(connection, owner.tenantId());
    CallAttempt stored =
        BoundedWait.await(AttemptStore.find(connection, owner.tenantId(), attemptId)).orElseThrow();
    store(connection, List.of(new Call(stored, tenant, updates)));
  }

  record Call(CallAttempt attempt, Tenant tenant, List<AttemptUpdate> updates) {}

  /**
   * Inserts attempts, one per order, and applies their updates. The caller holds the subject locks.
   */
  void insert(SqlConnection connection, List<Call> calls) {
    List<CallAttempt> intents = calls.stream().map(Call::attempt).toList();
    BoundedWait.await(AttemptStore.insert(connection, intents));
    BoundedWait.await(
        AttemptStore.markOrdersGone(connection, intents.stream().map(CallAttempt::id).toList()));
    store(connection, calls);
  }

  private void store(SqlConnection connection, List<Call> calls) {
    Map<UUID, Integer> numbers =
        BoundedWait.await(
            AttemptStore.lastNumbers(
                connection,
                calls.stream().map(call -> call.attempt().attempt().orderId()).toList()));
    List<CallAttempt> changed = new ArrayList<>();
    List<NewEvent> emitted = new ArrayList<>();
    List<ReportedCall> reported = new ArrayList<>();
    List<ClosedCall> closed = new ArrayList<>();
    for (Call call : calls) {
      GoneOrderContext order = process(call, numbers);
      CallAttempt attempt = order.attempt();
      if (order.objected()) {
        objections.write(
            connection, attempt.id(), facts(attempt), attempt.intent().subjectReference());
        attempt = attempt.withSuppression(AttemptIds.forObjection(attempt.id()));
      }
      if (isClosed(attempt) && !isClosed(call.attempt())) {
        closed.add(new ClosedCall(attempt, MissingNode.getInstance()));
        attempt = attempt.withGatewayEvents(RecordedEvents.NONE);
      }
      changed.add(attempt);
      for (EventType type : order.emitted()) {
        emitted.add(event(attempt, type, call.tenant().now(realTime)));
      }
      if (order.reported()) {
        reported.add(reportedCall(attempt, call.tenant(), order.now()));
      }
    }
    BoundedWait.await(AttemptStore.update(connection, changed));
    outcomes.record(connection, reported).values().forEach(emitted::addAll);
    BoundedWait.await(evidence.write(connection, closed));
    if (!emitted.isEmpty()) {
      BoundedWait.await(events.append(connection, emitted));
    }
  }

  /** A time zone that the client has given is gone with the order: the phone's is left. */
  private static ReportedCall reportedCall(CallAttempt attempt, Tenant tenant, Instant now) {
    List<ZoneId> zones = PhoneLocation.of(attempt.attempt().phone()).zones();
    return new ReportedCall(
        attempt, tenant, zones.isEmpty() ? tenant.timezone() : zones.getFirst(), now);
  }

  private GoneOrderContext process(Call call, Map<UUID, Integer> numbers) {
    int number = numbers.getOrDefault(call.attempt().attempt().orderId(), 0) + 1;
    GoneOrderContext order =
        new GoneOrderContext(
            call.attempt(), number, realTime.instant(), call.tenant().clockOffset());
    call.updates().forEach(order::record);
    call.updates().forEach(order::process);
    return order;
  }

  private static boolean isClosed(CallAttempt attempt) {
    return attempt.attempt().status() == AttemptStatus.CLOSED;
  }

  private NewEvent event(CallAttempt attempt, EventType type, Instant now) {
    return new NewEvent(
        attempt.tenantId(),
        type,
        now,
        RelatedResources.none().callOrder(attempt.attempt().orderId()).call(attempt.id()),
        null,
        calls.render(attempt, Audience.EVENT, now));
  }

  private static Facts facts(CallAttempt attempt) {
    return new Facts(
        attempt.attempt().orderId(),
        attempt.tenantId(),
        attempt.attempt().phone(),
        Math.max(1, attempt.attempt().attemptNumber()),
        attempt.intent().notAfter(),
        null);
  }

  private Tenant tenant(SqlConnection connection, UUID id) {
    return BoundedWait.await(TenantStore.find(connection, id)).orElseThrow();
  }
}
