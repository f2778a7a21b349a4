package eu.callorders.server.signal;

import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldReason;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.order.ClaimQuery;
import eu.callorders.server.order.ClaimQuery.ClaimedPayment;
import eu.callorders.server.order.OrderDocumentReader;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What a subject says to have paid, and the signals about it so far. Calls about claims that share
 * a number share the hold of their claimed payments.
 */
record ClaimedPayments(List<ClaimedPayment> claimed, List<SettledClaim> settled) {
  private static final ClaimedPayments NONE = new ClaimedPayments(List.of(), List.of());

  /**
   * Calls and signals that are read; without the signal of a payment the hold stands to its end.
   */
  private static final int LIMIT = 500;

  /** How long after a call its report may come at most, after an outage. */
  private static final Duration MAX_REPORT_DELAY = Duration.ofDays(1);

  private static final UUID FIRST = new UUID(0, 0);

  /** A claim that a signal has reported as paid or withdrawn. */
  record SettledClaim(Instant at, ClaimNumbers claim) {}

  /** Loads what concerns these holds of one subject, whose lock the caller holds. */
  static Future<ClaimedPayments> load(
      SqlConnection connection, TenantSubject subject, Collection<Hold> holds) {
    Optional<Instant> oldest =
        holds.stream()
            .filter(ClaimedPayments::isOfCall)
            .map(ClaimedPayments::firstEnd)
            .min(Comparator.naturalOrder());
    if (oldest.isEmpty()) {
      return Future.succeededFuture(NONE);
    }
    Instant since = oldest.get();
    return ClaimQuery.claimedPayments(connection, subject, since, LIMIT)
        .compose(
            claimed ->
                SignalStore.pageAfter(
                        connection,
                        subject.tenantId(),
                        subject.subjectReference(),
                        new Position(since, FIRST),
                        LIMIT)
                    .map(signals -> new ClaimedPayments(claimed, settled(signals))));
  }

  private static List<SettledClaim> settled(List<Signal> signals) {
    return signals.stream()
        .filter(signal -> PromiseFact.ofSignal(signal.key().signalType()).isPresent())
        .flatMap(
            signal ->
                Optional.ofNullable(signal.subjectData())
                    .map(OrderDocumentReader::claim)
                    .map(claim -> new SettledClaim(signal.receivedAt(), claim))
                    .stream())
        .toList();
  }

  private static boolean isOfCall(Hold hold) {
    return hold.callId() != null && hold.reason().equals(HoldReason.PAYMENT_CLAIMED.wire());
  }

  /** When the first call of a hold has ended at the earliest: a report may come later. */
  private static Instant firstEnd(Hold hold) {
    return hold.createdAt().minus(MAX_REPORT_DELAY);
  }

  /** The claims of the calls that share a hold; empty for a hold of another kind. */
  List<ClaimedPayment> sharing(Hold hold) {
    return isOfCall(hold)
        ? claimed.stream()
            .filter(each -> !each.endedAt().isBefore(firstEnd(hold)))
            .filter(
                each -> each.claim().preferred().equals(Optional.ofNullable(hold.names().claim())))
            .toList()
        : List.of();
  }

  /** Whether that claim, or a signal since the call, says that the call's claim is settled. */
  boolean isSettled(ClaimedPayment payment, ClaimNumbers now) {
    return payment.claim().matches(now)
        || settled.stream()
            .filter(each -> !each.at().isBefore(payment.endedAt()))
            .anyMatch(each -> payment.claim().matches(each.claim()));
  }
}
