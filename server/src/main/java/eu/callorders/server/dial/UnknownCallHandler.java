package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.ObjectionCheck;
import eu.callorders.server.call.GatewayErasureStore;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Locks;
import eu.callorders.server.dial.UnknownCallStore.UnknownCall;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes unknown calls from their stored events, in the caller's transaction. Lock order:
 * subjects, rows of the calls, then as for a dial.
 */
final class UnknownCallHandler {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallHandler.class);

  private final UnknownObjectionWriter objections;
  private final UnknownCallRecorder recorder;
  private final UnknownCallOwners owners;
  private final SubjectErasure erasure;

  UnknownCallHandler(
      UnknownObjectionWriter objections,
      UnknownCallRecorder recorder,
      UnknownCallOwners owners,
      SubjectErasure erasure) {
    this.objections = objections;
    this.recorder = recorder;
    this.owners = owners;
    this.erasure = erasure;
  }

  /**
   * Records calls of known subjects without an objection. Returns the other calls, and later ones
   * of the same subjects, for processing one by one.
   *
   * @param own this deployment; calls of others are ignored
   */
  List<UnknownCall> processTogether(
      SqlConnection connection, List<UnknownCall> batch, @Nullable UUID own) {
    Map<UUID, UnknownCallOwner> found = owners(connection, batch);
    Set<String> subjectLocks =
        found.values().stream()
            .flatMap(owner -> owner.subjectLock().stream())
            .collect(Collectors.toSet());
    Map<UUID, List<GatewayEvent>> eventsByCall = lock(connection, subjectLocks, batch);
    if (eventsByCall.values().stream().mapToInt(List::size).sum()
        >= UnknownCallEventStore.MAX_EVENTS) {
      return batch;
    }
    Map<UUID, Tenant> tenantsById = tenants(connection, found.values());
    List<IdentifiedCall> resolved = new ArrayList<>();
    List<UnknownCall> left = new ArrayList<>();
    Set<String> leftSubjects = new HashSet<>();
    for (UnknownCall call : batch) {
      UUID id = call.attemptId();
      List<GatewayEvent> events = eventsByCall.get(id);
      UnknownCallOwner owner = found.get(id);
      if (events == null) {
        continue;
      }
      Optional<IdentifiedCall> addressed =
          owner == null ? Optional.empty() : identify(id, owner, events, tenantsById, own);
      if (addressed.isPresent() && !leftSubjects.contains(addressed.get().subjectLock())) {
        resolved.add(addressed.get());
      } else {
        left.add(call);
        Optional.ofNullable(owner)
            .flatMap(UnknownCallOwner::subjectLock)
            .ifPresent(leftSubjects::add);
      }
    }
    record(connection, resolved);
    return left;
  }

  /** The call with its owner; empty when it must be processed alone. */
  private Optional<IdentifiedCall> identify(
      UUID id,
      UnknownCallOwner owner,
      List<GatewayEvent> events,
      Map<UUID, Tenant> tenantsById,
      @Nullable UUID own) {
    Facts facts = owner.facts();
    Tenant tenant = tenantsById.get(owner.tenantId());
    if (facts == null
        || tenant == null
        || facts.isForeign(own)
        || owner.isErased()
        || owner.context().isEmpty()
        || erasureEvent(events).isPresent()
        || ObjectionCheck.hasObjection(events)) {
      return Optional.empty();
    }
    return Optional.of(
        new IdentifiedCall(
            recorder.lostCall(id, facts, events),
            tenant,
            owner.context().get(),
            owner.order().isPresent()));
  }

  /** Processes a call; false when its events do not name an owner. */
  boolean processAlone(SqlConnection connection, UnknownCall call, @Nullable UUID own) {
    UUID id = call.attemptId();
    UnknownCallOwner owner = owners(connection, List.of(call)).get(id);
    if (owner == null) {
      return false;
    }
    List<String> references = owners.possibleSubjects(connection, owner, own);
    Set<String> subjectLocks =
        references.stream()
            .map(each -> Locks.subject(owner.tenantId(), each))
            .collect(Collectors.toSet());
    List<GatewayEvent> events = lock(connection, subjectLocks, List.of(call)).get(id);
    if (events == null) {
      return true;
    }
    Optional<GatewayEvent.Forgotten> forgotten = erasureEvent(events);
    Facts facts = owner.facts();
    if (forgotten.isPresent()) {
      eraseAgain(connection, forgotten.get(), owner);
    } else if (facts != null) {
      process(connection, call, new CallRecord(owner, facts, events, references), own);
    }
    return forgotten.isPresent() || facts != null;
  }

  private record CallRecord(
      UnknownCallOwner owner, Facts facts, List<GatewayEvent> events, List<String> references) {}

  /**
   * Deletes calls of other deployments at the same gateway. Calls of erased subjects are erased
   * here and at the gateway.
   */
  private void process(
      SqlConnection connection, UnknownCall call, CallRecord record, @Nullable UUID own) {
    UUID id = call.attemptId();
    Facts facts = record.facts();
    UnknownCallOwner owner = record.owner();
    Optional<Tenant> tenant = BoundedWait.await(TenantStore.find(connection, facts.tenantId()));
    if (tenant.isEmpty() || facts.isForeign(own)) {
      LOG.warn("unknown call {} is of another deployment, deleting its events", id);
      BoundedWait.await(UnknownCallStore.delete(connection, List.of(id)));
      return;
    }
    if (ObjectionCheck.hasObjection(record.events())) {
      recordObjection(connection, call, facts, owner.reference());
    }
    if (owner.isErased()) {
      BoundedWait.await(GatewayErasureStore.insert(connection, facts.tenantId(), id));
      BoundedWait.await(UnknownCallStore.delete(connection, List.of(id)));
      return;
    }
    LostCall lost = recorder.lostCall(id, facts, record.events());
    if (owner.context().isPresent()) {
      CallContext context = owner.context().get();
      boolean hasOrder = owner.order().isPresent();
      record(connection, List.of(new IdentifiedCall(lost, tenant.get(), context, hasOrder)));
    } else if (record.references().isEmpty()) {
      LOG.error("owner of unknown call {} cannot be determined", id);
      BoundedWait.await(UnknownCallStore.list(connection, id));
    } else {
      recorder.record(connection, lost, record.references(), tenant.get());
      complete(connection, List.of(id), 1);
    }
  }

  /** Locks the phone before the channels: the same order as a dial. */
  private void recordObjection(
      SqlConnection connection, UnknownCall call, Facts facts, @Nullable String reference) {
    UUID id = call.attemptId();
    BoundedWait.await(Locks.acquire(connection, Set.of(Locks.phone(facts.tenantId(), facts.to()))));
    if (!call.objectionRecorded()) {
      objections.write(connection, id, facts, reference);
      BoundedWait.await(UnknownCallStore.objectionRecorded(connection, id));
      BoundedWait.await(RecoveryHalt.countObjection(connection));
      LOG.warn("objection in unknown call {} recorded as suppression", id);
    }
  }

  private void record(SqlConnection connection, List<IdentifiedCall> resolved) {
    if (resolved.isEmpty()) {
      return;
    }
    List<IdentifiedCall> recorded = recorder.record(connection, resolved);
    List<UUID> done = recorded.stream().map(IdentifiedCall::id).toList();
    List<UUID> later =
        resolved.stream().map(IdentifiedCall::id).filter(id -> !done.contains(id)).toList();
    if (!later.isEmpty()) {
      BoundedWait.await(UnknownCallStore.retrySoon(connection, later));
    }
    int ofGoneOrders = (int) recorded.stream().filter(call -> !call.hasOrder()).count();
    complete(connection, done, ofGoneOrders);
  }

  private void complete(SqlConnection connection, List<UUID> recorded, int ofGoneOrders) {
    if (!recorded.isEmpty()) {
      LOG.warn("{} unknown calls recorded, {} of deleted orders", recorded.size(), ofGoneOrders);
      BoundedWait.await(UnknownCallStore.delete(connection, recorded));
      BoundedWait.await(RecoveryHalt.countCalls(connection, recorded.size(), ofGoneOrders));
    }
  }

  /**
   * The database is older than the erasure of the call. The subject of an open order is erased
   * again; an ended order is redacted.
   */
  private void eraseAgain(
      SqlConnection connection, GatewayEvent.Forgotten forgotten, UnknownCallOwner owner) {
    UUID tenantId = forgotten.tenantId();
    owner
        .order()
        .filter(order -> !order.document().redacted())
        .ifPresent(
            order -> {
              LOG.error(
                  "gateway has erased a call of order {}, erasing its subject again", order.id());
              if (order.state().status().terminal()) {
                BoundedWait.await(
                    erasure.redact(connection, tenantId, order.subjectReference(), order.id()));
              } else {
                BoundedWait.await(erasure.request(connection, tenantId, order.subjectReference()));
              }
            });
    BoundedWait.await(UnknownCallStore.delete(connection, List.of(forgotten.header().attemptId())));
  }

  private static Optional<GatewayEvent.Forgotten> erasureEvent(List<GatewayEvent> events) {
    return events.stream()
        .filter(GatewayEvent.Forgotten.class::isInstance)
        .map(GatewayEvent.Forgotten.class::cast)
        .findFirst();
  }

  private Map<UUID, UnknownCallOwner> owners(SqlConnection connection, List<UnknownCall> batch) {
    return owners.find(
        connection, BoundedWait.await(UnknownCallEventStore.loadFacts(connection, ids(batch))));
  }

  /**
   * Locks subjects, then calls; later events of these wait for the transaction.
   *
   * @return the events of the calls that still exist
   */
  private Map<UUID, List<GatewayEvent>> lock(
      SqlConnection connection, Set<String> subjectLocks, List<UnknownCall> batch) {
    if (!subjectLocks.isEmpty()) {
      BoundedWait.await(Locks.acquire(connection, subjectLocks));
    }
    Set<UUID> existing = BoundedWait.await(UnknownCallStore.lock(connection, ids(batch)));
    existing.removeAll(BoundedWait.await(UnknownCallStore.withAttempt(connection, existing)));
    Map<UUID, List<GatewayEvent>> eventsByCall = new HashMap<>();
    existing.forEach(id -> eventsByCall.put(id, new ArrayList<>()));
    for (GatewayEvent event : BoundedWait.await(UnknownCallEventStore.load(connection, existing))) {
      eventsByCall.computeIfAbsent(event.header().attemptId(), id -> new ArrayList<>()).add(event);
    }
    return eventsByCall;
  }

  private static List<UUID> ids(List<UnknownCall> batch) {
    return batch.stream().map(UnknownCall::attemptId).toList();
  }

  private Map<UUID, Tenant> tenants(SqlConnection connection, Collection<UnknownCallOwner> owners) {
    return BoundedWait.await(
        TenantStore.findAll(
            connection,
            owners.stream().map(UnknownCallOwner::tenantId).collect(Collectors.toSet())));
  }
}
