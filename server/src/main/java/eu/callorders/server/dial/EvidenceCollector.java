package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.evidence.RecordedEvents;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.evidence.ClosedCall;
import eu.callorders.server.order.OrderChange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Collects what the evidence of one order's calls states, while updates are applied. */
final class EvidenceCollector {
  private final OrderChange change;
  private final Set<UUID> closed = new LinkedHashSet<>();

  EvidenceCollector(OrderChange change) {
    this.change = change;
  }

  /** Records an event; before any of its batch is processed, since they arrive in any order. */
  void record(AttemptUpdate update) {
    if (update instanceof AttemptUpdate.EventReceived(GatewayEvent event)) {
      CallAttempt attempt = change.order().attempt(update.attemptId());
      CallAttempt recorded = attempt.recording(event);
      if (!recorded.equals(attempt)) {
        change.record(recorded);
      }
    }
  }

  void update(Attempt before, Attempt after) {
    if (after.status() == AttemptStatus.CLOSED && before.status() != AttemptStatus.CLOSED) {
      closed.add(after.id());
    }
  }

  /** The calls that were closed. Their events are in the evidence from now on. */
  List<ClosedCall> takeClosedCalls() {
    JsonNode basis = change.order().document().json().path("compliance_basis");
    List<ClosedCall> calls =
        closed.stream().map(id -> new ClosedCall(change.order().attempt(id), basis)).toList();
    calls.forEach(call -> change.record(call.attempt().withGatewayEvents(RecordedEvents.NONE)));
    closed.clear();
    return calls;
  }
}
