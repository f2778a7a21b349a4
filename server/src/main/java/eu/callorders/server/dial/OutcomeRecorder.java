package eu.callorders.server.dial;

import eu.callorders.core.call.ClaimNumbers;
import eu.callorders.core.call.Findings;
import eu.callorders.core.promise.PromiseTerms;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.order.ClaimQuery;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.promise.PromiseView;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Writes what reported outcomes lead to: promises and holds, with their events. */
public final class OutcomeRecorder {
  private final PromiseStore promises;

  public OutcomeRecorder(PromiseStore promises) {
    this.promises = promises;
  }

  /**
   * Writes what calls lead to, in the caller's transaction. The caller holds the subjects' locks.
   *
   * @return the events by order; the caller appends them
   */
  Map<UUID, List<NewEvent>> record(SqlConnection connection, List<ReportedCall> calls) {
    List<ReportedCall> relevant = calls.stream().filter(ReportedCall::hasPromise).toList();
    if (relevant.isEmpty()) {
      return Map.of();
    }
    Map<UUID, ClaimNumbers> claims =
        BoundedWait.await(
            ClaimQuery.ofOrders(
                connection, relevant.stream().map(ReportedCall::orderId).toList()));
    Map<UUID, List<NewEvent>> events = new HashMap<>();
    List<CallPromise> made = new ArrayList<>();
    for (ReportedCall each : relevant) {
      made.add(promise(each, claims.getOrDefault(each.orderId(), ClaimNumbers.NONE)));
    }
    BoundedWait.await(promises.insert(connection, made));
    for (CallPromise promise : made) {
      events
          .computeIfAbsent(promise.origin().orderId(), order -> new ArrayList<>())
          .add(PromiseView.event(promise));
    }
    return events;
  }

  private static CallPromise promise(ReportedCall reported, ClaimNumbers claim) {
    Findings.PaymentPromise said = reported.conversation().findings().paymentPromise();
    CallAttempt call = reported.call();
    return CallPromise.made(
        call.tenantId(),
        new CallPromise.Origin(
            reported.orderId(), call.id(), call.intent().subjectReference()),
        claim,
        said,
        PromiseTerms.of(
            said == null ? null : said.on(),
            reported.day(),
            reported.tenant().outcomes().promiseGraceDays(),
            reported.zone()),
        reported.now());
  }
}
