package eu.callorders.server.signal;

import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldReason;
import eu.callorders.core.promise.PromiseDecider;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldStore;
import eu.callorders.server.hold.HoldStore.SubjectHold;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.order.ClaimQuery;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.promise.PromiseView;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Applies payments and withdrawn claims: they end promises and, where the tenant is set up so,
 * release holds and cancel orders. A signal that names a claim concerns that claim of its person
 * only, another one only what names no claim.
 */
public final class ClaimSignalHandler {
  private static final List<String> RELEASED_REASONS =
      List.of(HoldReason.PAYMENT_PROMISED.wire(), HoldReason.PAYMENT_CLAIMED.wire());

  private final HoldStore holds;
  private final HoldWriter holdWriter;
  private final ClaimOrderCanceler canceler;
  private final EventStore events;

  public ClaimSignalHandler(
      HoldStore holds, HoldWriter holdWriter, OrderWriter orderWriter, EventStore events) {
    this.holds = holds;
    this.holdWriter = holdWriter;
    this.canceler = new ClaimOrderCanceler(orderWriter);
    this.events = events;
  }

  /**
   * Applies signals of distinct subjects; those of other types have no effect. The caller holds the
   * subjects' locks.
   */
  Future<Void> apply(SqlConnection connection, List<ReceivedSignal> received) {
    Map<TenantSubject, ReceivedSignal> bySubject =
        received.stream()
            .filter(signal -> signal.promiseFact().isPresent())
            .collect(Collectors.toMap(ReceivedSignal::subject, Function.identity()));
    if (bySubject.isEmpty()) {
      return Future.succeededFuture();
    }
    Future<Void> applied = endPromises(connection, bySubject);
    for (ReceivedSignal signal : bySubject.values()) {
      if (signal.mayCancelOrders()) {
        applied = applied.compose(done -> endOrders(connection, signal));
      }
    }
    return applied;
  }

  private Future<Void> endPromises(
      SqlConnection connection, Map<TenantSubject, ReceivedSignal> bySubject) {
    return PromiseStore.openOf(connection, bySubject.keySet())
        .map(
            open ->
                open.stream()
                    .map(promise -> end(promise, bySubject))
                    .flatMap(Optional::stream)
                    .toList())
        .compose(
            ended ->
                ended.isEmpty()
                    ? Future.succeededFuture()
                    : PromiseStore.update(connection, ended)
                        .compose(
                            done ->
                                events.append(
                                    connection, ended.stream().map(PromiseView::event).toList())));
  }

  private static Optional<CallPromise> end(
      CallPromise promise, Map<TenantSubject, ReceivedSignal> bySubject) {
    ReceivedSignal signal = bySubject.get(promise.subject());
    if (signal == null || !promise.claim().matches(signal.newSignal().claim())) {
      return Optional.empty();
    }
    PromiseFact fact = signal.promiseFact().orElseThrow();
    return PromiseDecider.decide(promise.status(), fact)
        .map(next -> promise.ended(next, signal.now()));
  }

  /** Orders first: the released holds then wake none that is to be canceled. */
  private Future<Void> endOrders(SqlConnection connection, ReceivedSignal signal) {
    return canceler
        .cancel(
            connection,
            signal.subject(),
            signal.newSignal().claim()::matches,
            signal.stopReason(),
            signal.now())
        .compose(done -> releaseHolds(connection, signal));
  }

  private Future<Void> releaseHolds(SqlConnection connection, ReceivedSignal signal) {
    return holds
        .findOfSubject(
            connection, signal.subject(), signal.newSignal().claim().all(), RELEASED_REASONS)
        .compose(found -> ofClaim(connection, found, signal.newSignal().claim()))
        .compose(found -> holdWriter.release(connection, found, signal.now()));
  }

  /** A call's hold names its claim by one number, a signal perhaps by another one. */
  private static Future<List<Hold>> ofClaim(
      SqlConnection connection, List<SubjectHold> found, ClaimNumbers claim) {
    Set<UUID> calls =
        found.stream()
            .filter(each -> !each.isNamed())
            .map(each -> each.hold().callId())
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    return ClaimQuery.ofCalls(connection, calls)
        .map(
            claims ->
                found.stream()
                    .filter(each -> each.isNamed() || matches(claims, each.hold(), claim))
                    .map(SubjectHold::hold)
                    .toList());
  }

  private static boolean matches(Map<UUID, ClaimNumbers> claims, Hold hold, ClaimNumbers claim) {
    ClaimNumbers ofCall = claims.get(hold.callId());
    return ofCall != null && ofCall.matches(claim);
  }
}
