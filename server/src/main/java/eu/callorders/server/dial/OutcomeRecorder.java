package eu.callorders.server.dial;

import eu.callorders.core.call.Findings;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.outcome.CallOutcome;
import eu.callorders.core.outcome.HoldTerms;
import eu.callorders.core.outcome.OutcomeDecider;
import eu.callorders.core.promise.PromiseTerms;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.PreviousReports;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.order.ClaimQuery;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.promise.PromiseView;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what reported outcomes lead to: promises, and holds by the rules of the tenant. */
public final class OutcomeRecorder {
  private final HoldWriter holds;

  public OutcomeRecorder(HoldWriter holds) {
    this.holds = holds;
  }

  /**
   * Writes what calls lead to, in the caller's transaction, except the events of promises. The
   * caller holds the subjects' locks. Each hold names its subject, whose lock every dial of the
   * subject holds too: it needs no other.
   *
   * @return the events of promises by order; the caller appends them
   */
  Map<UUID, List<NewEvent>> record(SqlConnection connection, List<ReportedCall> calls) {
    List<ReportedCall> relevant =
        calls.stream().filter(call -> call.hasPromise() || call.hasRule()).toList();
    if (relevant.isEmpty()) {
      return Map.of();
    }
    Map<UUID, ClaimNumbers> claims =
        BoundedWait.await(
            ClaimQuery.ofOrders(
                connection, relevant.stream().map(ReportedCall::orderId).distinct().toList()));
    Map<UUID, SummaryCode> previous = previousOutcomes(connection, calls);
    for (ReportedCall each : relevant) {
      ClaimNumbers claim = claims.getOrDefault(each.orderId(), ClaimNumbers.NONE);
      OutcomeDecider.decide(
              each.tenant().outcomes().rules(), outcome(each, claim, previous.get(each.id())))
          .ifPresent(
              terms ->
                  BoundedWait.await(holds.place(connection, hold(each, terms, claim), each.now())));
    }
    return makePromises(connection, relevant, claims);
  }

  /** What the conversations before led to, for outcomes that count when they are repeated. */
  private static Map<UUID, SummaryCode> previousOutcomes(
      SqlConnection connection, List<ReportedCall> calls) {
    List<CallAttempt> unconfirmed =
        calls.stream()
            .filter(call -> call.summary() == SummaryCode.IDENTITY_NOT_CONFIRMED)
            .map(ReportedCall::call)
            .toList();
    if (unconfirmed.isEmpty()) {
      return Map.of();
    }
    Map<UUID, SummaryCode> previous = new HashMap<>();
    BoundedWait.await(PreviousReports.load(connection, unconfirmed))
        .forEach((id, report) -> previous.put(id, report.conversation().summary()));
    Map<CalledNumber, SummaryCode> newest = new HashMap<>();
    for (ReportedCall call : calls) { // their reports need not be stored yet
      SummaryCode before = newest.put(CalledNumber.of(call.call()), call.summary());
      if (before != null) {
        previous.put(call.id(), before);
      }
    }
    return previous;
  }

  /** A number of a person. */
  private record CalledNumber(UUID tenantId, String subjectReference, PhoneNumber phone) {
    static CalledNumber of(CallAttempt call) {
      return new CalledNumber(
          call.tenantId(), call.intent().subjectReference(), call.attempt().phone());
    }
  }

  private static CallOutcome outcome(
      ReportedCall reported, ClaimNumbers claim, @Nullable SummaryCode previous) {
    return new CallOutcome(
        reported.conversation(),
        reported.summary() == previous,
        !claim.isEmpty(),
        reported.zone(),
        reported.day(),
        reported.now());
  }

  private static NewHold hold(ReportedCall reported, HoldTerms terms, ClaimNumbers claim) {
    String reference = reported.call().intent().subjectReference();
    HoldNames names =
        switch (terms.scope()) {
          case NUMBER -> HoldNames.ofNumber(reference, reported.call().attempt().phone());
          case SUBJECT -> HoldNames.ofSubject(reference);
          case CLAIM -> HoldNames.ofClaim(reference, claim.preferred().orElseThrow());
        };
    return new NewHold(
        reported.call().tenantId(),
        names,
        terms.reason().wire(),
        HoldSource.CALL_RESULT,
        terms.until(),
        null,
        reported.id());
  }

  private Map<UUID, List<NewEvent>> makePromises(
      SqlConnection connection, List<ReportedCall> calls, Map<UUID, ClaimNumbers> claims) {
    List<CallPromise> made =
        calls.stream()
            .filter(ReportedCall::hasPromise)
            .map(each -> promise(each, claims.getOrDefault(each.orderId(), ClaimNumbers.NONE)))
            .toList();
    BoundedWait.await(PromiseStore.insert(connection, made));
    return made.stream()
        .collect(
            Collectors.groupingBy(
                promise -> promise.origin().orderId(),
                HashMap::new,
                Collectors.mapping(PromiseView::event, Collectors.toList())));
  }

  private static CallPromise promise(ReportedCall reported, ClaimNumbers claim) {
    Findings.PaymentPromise said = reported.conversation().findings().paymentPromise();
    return CallPromise.made(
        reported.call().tenantId(),
        new CallPromise.Origin(
            reported.orderId(), reported.id(), reported.call().intent().subjectReference()),
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
