package eu.callorders.server.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.server.call.AgentReport;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.tenant.Tenant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;

/**
 * A call whose report is stored in the transaction.
 *
 * @param call with its report
 * @param zone of the subject
 * @param now the tenant's time
 */
record ReportedCall(CallAttempt call, Tenant tenant, ZoneId zone, Instant now) {

  static ReportedCall of(OrderChange change, UUID callId, DecisionContext context) {
    return new ReportedCall(
        change.order().attempt(callId),
        context.tenant(change.order()),
        context.zone(change.order()),
        change.now());
  }

  /** As the result of the order shows it: an objection during the call takes precedence. */
  Conversation conversation() {
    AgentReport report = call.report();
    if (report == null) {
      throw new IllegalStateException("call without a report");
    }
    UUID suppression = call.suppressionId();
    return suppression == null
        ? report.conversation()
        : report.conversation().withObjection(new Findings.Objection("voice", suppression));
  }

  UUID id() {
    return call.id();
  }

  SummaryCode summary() {
    return conversation().summary();
  }

  boolean hasRule() {
    return tenant.outcomes().rules().rule(summary()).isPresent();
  }

  UUID orderId() {
    return call.attempt().orderId();
  }

  boolean hasPromise() {
    Conversation conversation = conversation();
    return conversation.findings().paymentPromise() != null
        || conversation.reportedCode() == SummaryCode.PAYMENT_PROMISED;
  }

  /** The subject's local day of the call. */
  LocalDate day() {
    Attempt attempt = call.attempt();
    Instant at =
        Optional.ofNullable(attempt.endedAt())
            .or(() -> Optional.ofNullable(attempt.answeredAt()))
            .orElse(now);
    return LocalDate.ofInstant(at, zone);
  }
}
