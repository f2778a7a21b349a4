package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the orders and subjects of unknown calls. */
final class UnknownCallOwners {
  private final CallContextCipher contexts;

  UnknownCallOwners(CallContextCipher contexts) {
    this.contexts = contexts;
  }

  /** The owners by call; calls without a naming event are absent. */
  Map<UUID, UnknownCallOwner> find(SqlConnection connection, Collection<GatewayEvent> events) {
    Map<UUID, Facts> facts = new HashMap<>();
    Map<UUID, GatewayEvent.Forgotten> forgotten = new HashMap<>();
    Set<UUID> orderIds = new HashSet<>();
    for (GatewayEvent event : events) {
      if (event instanceof GatewayEvent.Accepted(var header, Facts accepted) && accepted != null) {
        facts.putIfAbsent(header.attemptId(), accepted);
        orderIds.add(accepted.orderId());
      } else if (event instanceof GatewayEvent.Forgotten erased) {
        forgotten.put(erased.header().attemptId(), erased);
        orderIds.add(erased.orderId());
      }
    }
    Map<UUID, CallOrder> known =
        BoundedWait.await(OrderStore.loadWithoutContext(connection, orderIds)).stream()
            .collect(Collectors.toMap(CallOrder::id, Function.identity()));
    Map<UUID, UnknownCallOwner> owners = new HashMap<>();
    forgotten.forEach(
        (id, erased) ->
            owners.put(id, owner(id, erased.tenantId(), null, known.get(erased.orderId()))));
    facts.forEach(
        (id, accepted) ->
            owners.put(
                id, owner(id, accepted.tenantId(), accepted, known.get(accepted.orderId()))));
    return owners;
  }

  /** The possible subjects: the known one, or all with an open order for the phone. */
  List<String> possibleSubjects(
      SqlConnection connection, UnknownCallOwner owner, @Nullable UUID own) {
    Facts facts = owner.facts();
    return owner
        .context()
        .map(found -> List.of(found.reference()))
        .orElseGet(
            () ->
                facts == null || facts.isForeign(own)
                    ? List.of()
                    : BoundedWait.await(
                        UnknownCallStore.subjectsOfPhone(
                            connection, facts.tenantId(), facts.to())));
  }

  /** The gateway's facts of a call; empty when no event has them. */
  static Optional<Facts> facts(List<GatewayEvent> events) {
    return events.stream()
        .flatMap(
            event ->
                event instanceof GatewayEvent.Accepted accepted
                    ? Stream.ofNullable(accepted.facts())
                    : Stream.empty())
        .findFirst();
  }

  private UnknownCallOwner owner(
      UUID attemptId, UUID tenantId, @Nullable Facts facts, @Nullable CallOrder known) {
    Optional<CallOrder> order =
        Optional.ofNullable(known).filter(found -> found.tenantId().equals(tenantId));
    String ciphertext = facts == null || facts.origin() == null ? null : facts.origin().context();
    return new UnknownCallOwner(
        tenantId,
        facts,
        order,
        order
            .map(found -> new CallContext(found.subjectReference(), CallContext.NO_CLAIM_KEY))
            .or(() -> contexts.decrypt(attemptId, ciphertext)));
  }
}
