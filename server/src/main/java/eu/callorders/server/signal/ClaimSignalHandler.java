package eu.callorders.server.signal;

import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldReason;
import eu.callorders.core.promise.PromiseDecider;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.core.promise.PromiseStatus;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.hold.HoldStore;
import eu.callorders.server.hold.HoldStore.SubjectHold;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.order.ClaimQuery;
import eu.callorders.server.order.ClaimQuery.ClaimedPayment;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.promise.PromiseView;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
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
    return PromiseStore.openOf(connection, bySubject.keySet())
        .map(open -> open.stream().map(promise -> applied(promise, bySubject)).toList())
        .compose(
            promises ->
                saveEnded(connection, promises)
                    .compose(done -> endOrders(connection, bySubject.values(), promises)));
  }

  /** The promise after the signal of its subject; unchanged when that is about another claim. */
  private static CallPromise applied(
      CallPromise promise, Map<TenantSubject, ReceivedSignal> bySubject) {
    ReceivedSignal signal = bySubject.get(promise.subject());
    if (signal == null || !promise.claim().matches(signal.newSignal().claim())) {
      return promise;
    }
    PromiseFact fact = signal.promiseFact().orElseThrow();
    return PromiseDecider.decide(promise.status(), fact)
        .map(next -> promise.ended(next, signal.now()))
        .orElse(promise);
  }

  private Future<Void> saveEnded(SqlConnection connection, List<CallPromise> promises) {
    List<CallPromise> ended =
        promises.stream().filter(promise -> promise.status() != PromiseStatus.OPEN).toList();
    return ended.isEmpty()
        ? Future.succeededFuture()
        : PromiseStore.update(connection, ended)
            .compose(
                done -> events.append(connection, ended.stream().map(PromiseView::event).toList()));
  }

  private Future<Void> endOrders(
      SqlConnection connection, Collection<ReceivedSignal> received, List<CallPromise> promises) {
    Future<Void> applied = Future.succeededFuture();
    for (ReceivedSignal signal : received) {
      if (signal.mayCancelOrders()) {
        List<CallPromise> ofSubject =
            promises.stream()
                .filter(promise -> promise.subject().equals(signal.subject()))
                .toList();
        applied = applied.compose(done -> endOrders(connection, signal, ofSubject));
      }
    }
    return applied;
  }

  /** Orders first: the released holds then wake none that is to be canceled. */
  private Future<Void> endOrders(
      SqlConnection connection, ReceivedSignal signal, List<CallPromise> promises) {
    return canceler
        .cancel(
            connection,
            signal.subject(),
            signal.newSignal().claim()::matches,
            signal.stopReason(),
            signal.now())
        .compose(done -> releaseHolds(connection, signal, promises));
  }

  private Future<Void> releaseHolds(
      SqlConnection connection, ReceivedSignal signal, List<CallPromise> promises) {
    return holds
        .findOfSubject(
            connection, signal.subject(), signal.newSignal().claim().all(), RELEASED_REASONS)
        .compose(found -> ofClaim(connection, found, signal, promises))
        .compose(found -> holdWriter.release(connection, found, signal.now()));
  }

  /**
   * A call's hold names its claim by one number, a signal perhaps by another one. Calls about
   * claims that share that number share the hold: the last promise that ends, or the last claimed
   * payment that arrives, releases it.
   */
  private static Future<List<Hold>> ofClaim(
      SqlConnection connection,
      List<SubjectHold> found,
      ReceivedSignal signal,
      List<CallPromise> promises) {
    List<Hold> unnamed =
        found.stream().filter(each -> !each.isNamed()).map(SubjectHold::hold).toList();
    Set<UUID> calls =
        unnamed.stream().map(Hold::callId).filter(Objects::nonNull).collect(Collectors.toSet());
    return ClaimQuery.ofCalls(connection, calls)
        .compose(
            claims ->
                ClaimedPayments.load(connection, signal.subject(), unnamed)
                    .map(payments -> new HeldClaims(claims, promises, payments)))
        .map(
            held ->
                found.stream()
                    .filter(
                        each ->
                            each.isNamed()
                                || held.isReleased(each.hold(), signal.newSignal().claim()))
                    .map(SubjectHold::hold)
                    .toList());
  }

  /** What the holds of a subject stand for, by the call for holds that no other call shares. */
  private record HeldClaims(
      Map<UUID, ClaimNumbers> byCall, List<CallPromise> promises, ClaimedPayments payments) {

    private boolean isReleased(Hold hold, ClaimNumbers claim) {
      List<CallPromise> promised =
          promises.stream().filter(promise -> isHeldBy(promise, hold)).toList();
      if (!promised.isEmpty()) {
        return promised.stream().noneMatch(promise -> promise.status() == PromiseStatus.OPEN);
      }
      List<ClaimedPayment> claimed = payments.sharing(hold);
      if (!claimed.isEmpty()) {
        return claimed.stream().allMatch(payment -> payments.isSettled(payment, claim));
      }
      ClaimNumbers ofCall = byCall.get(hold.callId());
      return ofCall != null && ofCall.matches(claim);
    }
  }

  private static boolean isHeldBy(CallPromise promise, Hold hold) {
    return hold.callId() != null
        && hold.reason().equals(HoldReason.PAYMENT_PROMISED.wire())
        && promise.claim().preferred().equals(Optional.ofNullable(hold.names().claim()));
  }
}
