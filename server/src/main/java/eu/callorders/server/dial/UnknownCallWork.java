package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
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
 * Works on unknown calls by their stored events, in the caller's transaction. It locks their
 * persons, then their rows, then what a dial locks after its persons.
 */
final class UnknownCallWork {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownCallWork.class);

  private final TenantStore tenants;
  private final UnknownObjectionWriter objections;
  private final UnknownCallRecorder recorder;
  private final UnknownCallOwners owners;
  private final PersonErasure erasure;
  private final UnknownCallStore calls = new UnknownCallStore();
  private final UnknownCallEventStore eventStore = new UnknownCallEventStore();
  private final RecoveryHalt halt = new RecoveryHalt();

  UnknownCallWork(
      TenantStore tenants,
      UnknownObjectionWriter objections,
      UnknownCallRecorder recorder,
      UnknownCallOwners owners,
      PersonErasure erasure) {
    this.tenants = tenants;
    this.objections = objections;
    this.recorder = recorder;
    this.owners = owners;
    this.erasure = erasure;
  }

  /**
   * Records calls of known persons, without an objection. Answers those that it has left as they
   * are, and the later ones of their persons: they are worked on alone.
   *
   * @param own this deployment: calls that name another one are none of ours
   */
  List<UnknownCall> workTogether(
      SqlConnection connection, List<UnknownCall> batch, @Nullable UUID own) {
    Map<UUID, UnknownCallOwner> found = owners(connection, batch);
    Set<String> persons =
        found.values().stream()
            .flatMap(owner -> owner.person().stream())
            .collect(Collectors.toSet());
    Map<UUID, List<GatewayEvent>> told = lock(connection, persons, batch);
    if (told.values().stream().mapToInt(List::size).sum() >= UnknownCallEventStore.MOST_EVENTS) {
      return batch;
    }
    Map<UUID, Tenant> known = tenants(connection, found.values());
    List<AddressedCall> together = new ArrayList<>();
    List<UnknownCall> left = new ArrayList<>();
    Set<String> leftPersons = new HashSet<>();
    for (UnknownCall call : batch) {
      UUID id = call.attemptId();
      List<GatewayEvent> events = told.get(id);
      UnknownCallOwner owner = found.get(id);
      if (events == null) {
        continue;
      }
      Optional<AddressedCall> addressed =
          owner == null ? Optional.empty() : addressed(id, owner, events, known, own);
      if (addressed.isPresent() && !leftPersons.contains(addressed.get().person())) {
        together.add(addressed.get());
      } else {
        left.add(call);
        Optional.ofNullable(owner).flatMap(UnknownCallOwner::person).ifPresent(leftPersons::add);
      }
    }
    record(connection, together);
    return left;
  }

  /** Whose call it was, when nothing but the call itself is to be recorded. */
  private Optional<AddressedCall> addressed(
      UUID id,
      UnknownCallOwner owner,
      List<GatewayEvent> events,
      Map<UUID, Tenant> known,
      @Nullable UUID own) {
    Facts facts = owner.facts();
    Tenant tenant = known.get(owner.tenantId());
    if (facts == null
        || tenant == null
        || facts.isForeign(own)
        || owner.isErased()
        || owner.context().isEmpty()
        || forgotten(events).isPresent()
        || ObjectionRecorder.isObjected(events)) {
      return Optional.empty();
    }
    return Optional.of(
        new AddressedCall(
            recorder.lost(id, facts, events),
            tenant,
            owner.context().get(),
            owner.order().isPresent()));
  }

  /** Works on a call; false when its events do not tell whose it was. */
  boolean workAlone(SqlConnection connection, UnknownCall call, @Nullable UUID own) {
    UUID id = call.attemptId();
    UnknownCallOwner owner = owners(connection, List.of(call)).get(id);
    if (owner == null) {
      return false;
    }
    List<String> references = owners.references(connection, owner, own);
    Set<String> persons =
        references.stream()
            .map(each -> Locks.person(owner.tenantId(), each))
            .collect(Collectors.toSet());
    List<GatewayEvent> told = lock(connection, persons, List.of(call)).get(id);
    if (told == null) {
      return true;
    }
    Optional<GatewayEvent.Forgotten> forgotten = forgotten(told);
    Facts facts = owner.facts();
    if (forgotten.isPresent()) {
      eraseAgain(connection, forgotten.get(), owner);
    } else if (facts != null) {
      work(connection, call, new CallRecord(owner, facts, told, references), own);
    }
    return forgotten.isPresent() || facts != null;
  }

  private record CallRecord(
      UnknownCallOwner owner, Facts facts, List<GatewayEvent> events, List<String> references) {}

  /**
   * Calls of another deployment that shares the gateway are none of ours. Calls of erased persons
   * are erased too, here and at the gateway.
   */
  private void work(SqlConnection connection, UnknownCall call, CallRecord told, @Nullable UUID own) {
    UUID id = call.attemptId();
    Facts facts = told.facts();
    UnknownCallOwner owner = told.owner();
    Optional<Tenant> tenant = BoundedWait.await(tenants.find(connection, facts.tenantId()));
    if (tenant.isEmpty() || facts.isForeign(own)) {
      LOG.warn("unknown call {} is of another deployment: its events are deleted", id);
      BoundedWait.await(calls.delete(connection, List.of(id)));
      return;
    }
    if (ObjectionRecorder.isObjected(told.events())) {
      enterObjection(connection, call, facts, owner.reference());
    }
    if (owner.isErased()) {
      BoundedWait.await(calls.eraseAtGateway(connection, facts.tenantId(), id));
      BoundedWait.await(calls.delete(connection, List.of(id)));
      return;
    }
    LostCall lost = recorder.lost(id, facts, told.events());
    if (owner.context().isPresent()) {
      CallContext context = owner.context().get();
      boolean hasOrder = owner.order().isPresent();
      record(connection, List.of(new AddressedCall(lost, tenant.get(), context, hasOrder)));
    } else if (told.references().isEmpty()) {
      LOG.error("nothing tells whose call {} was", id);
      BoundedWait.await(calls.list(connection, id));
    } else {
      recorder.record(connection, lost, told.references(), tenant.get());
      finish(connection, List.of(id), 1);
    }
  }

  /** Locks the number before the channels, as a dial does. */
  private void enterObjection(
      SqlConnection connection, UnknownCall call, Facts facts, @Nullable String reference) {
    UUID id = call.attemptId();
    BoundedWait.await(Locks.take(connection, Set.of(Locks.number(facts.tenantId(), facts.to()))));
    if (!call.objectionRecorded()) {
      objections.write(connection, id, facts, reference);
      BoundedWait.await(calls.objectionRecorded(connection, id));
      BoundedWait.await(halt.countObjection(connection));
      LOG.warn("the objection in unknown call {} is a do-not-call entry now", id);
    }
  }

  private void record(SqlConnection connection, List<AddressedCall> together) {
    if (together.isEmpty()) {
      return;
    }
    List<AddressedCall> recorded = recorder.record(connection, together);
    List<UUID> done = recorded.stream().map(AddressedCall::id).toList();
    List<UUID> later =
        together.stream().map(AddressedCall::id).filter(id -> !done.contains(id)).toList();
    if (!later.isEmpty()) {
      BoundedWait.await(calls.retrySoon(connection, later));
    }
    int ofGoneOrders = (int) recorded.stream().filter(call -> !call.hasOrder()).count();
    finish(connection, done, ofGoneOrders);
  }

  private void finish(SqlConnection connection, List<UUID> recorded, int ofGoneOrders) {
    if (!recorded.isEmpty()) {
      LOG.warn("{} unknown calls are recorded, {} of gone orders", recorded.size(), ofGoneOrders);
      BoundedWait.await(calls.delete(connection, recorded));
      BoundedWait.await(halt.countCalls(connection, recorded.size(), ofGoneOrders));
    }
  }

  /**
   * The database is older than the erasure of that call. An open order's person is erased again; an
   * order that has ended loses its personal data.
   */
  private void eraseAgain(
      SqlConnection connection, GatewayEvent.Forgotten forgotten, UnknownCallOwner owner) {
    UUID tenantId = forgotten.tenantId();
    owner
        .order()
        .filter(order -> !order.document().redacted())
        .ifPresent(
            order -> {
              LOG.error("the gateway has erased a call of order {}: erased again", order.id());
              if (order.state().status().terminal()) {
                BoundedWait.await(
                    erasure.redact(connection, tenantId, order.subjectReference(), order.id()));
              } else {
                BoundedWait.await(erasure.request(connection, tenantId, order.subjectReference()));
              }
            });
    BoundedWait.await(calls.delete(connection, List.of(forgotten.header().attemptId())));
  }

  private static Optional<GatewayEvent.Forgotten> forgotten(List<GatewayEvent> events) {
    return events.stream()
        .filter(GatewayEvent.Forgotten.class::isInstance)
        .map(GatewayEvent.Forgotten.class::cast)
        .findFirst();
  }

  private Map<UUID, UnknownCallOwner> owners(SqlConnection connection, List<UnknownCall> batch) {
    return owners.find(connection, BoundedWait.await(eventStore.facts(connection, ids(batch))));
  }

  /**
   * Locks persons, then calls; news of these wait until the end.
   *
   * @return the events of those calls that are still there
   */
  private Map<UUID, List<GatewayEvent>> lock(
      SqlConnection connection, Set<String> persons, List<UnknownCall> batch) {
    if (!persons.isEmpty()) {
      BoundedWait.await(Locks.take(connection, persons));
    }
    Set<UUID> there = BoundedWait.await(calls.lock(connection, ids(batch)));
    there.removeAll(BoundedWait.await(calls.stored(connection, there)));
    Map<UUID, List<GatewayEvent>> told = new HashMap<>();
    there.forEach(id -> told.put(id, new ArrayList<>()));
    for (GatewayEvent event : BoundedWait.await(eventStore.load(connection, there))) {
      told.computeIfAbsent(event.header().attemptId(), id -> new ArrayList<>()).add(event);
    }
    return told;
  }

  private static List<UUID> ids(List<UnknownCall> batch) {
    return batch.stream().map(UnknownCall::attemptId).toList();
  }

  private Map<UUID, Tenant> tenants(SqlConnection connection, Collection<UnknownCallOwner> owners) {
    return BoundedWait.await(
        tenants.all(
            connection,
            owners.stream().map(UnknownCallOwner::tenantId).collect(Collectors.toSet())));
  }
}
