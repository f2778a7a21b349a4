package eu.callorders.core.dial;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptDecider;
import eu.callorders.core.call.AttemptDecision;
import eu.callorders.core.call.AttemptFact;
import eu.callorders.core.call.AttemptMilestone;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Findings;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.Backoff;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/** Applies gateway results and events to one attempt and its order. */
public final class AttemptEventHandler {
  /** Deviations up to this are not logged: clocks do not agree better. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(1);

  private final OrderContext order;
  private final UUID id;

  public AttemptEventHandler(OrderContext order, UUID attemptId) {
    this.order = order;
    this.id = attemptId;
  }

  public void answered(PlaceResult result) {
    switch (result) {
      case PlaceResult.Accepted(String ref) ->
          apply(new AttemptFact.Taken(ref), order.intendedAt(id));
      case PlaceResult.Refused refusal -> refused(refusal);
      case PlaceResult.Conflict _ -> order.queryAtOnce(id);
      case PlaceResult.Unknown _ -> {} // the reconciler queries the gateway
    }
  }

  public void told(GatewayEvent event) {
    GatewayEvent.Header header = event.header();
    if (event instanceof GatewayEvent.Forgotten) {
      order.queryAtOnce(id); // an attempt still active here: the database predates the erasure
      return;
    }
    apply(new AttemptFact.Taken(header.gatewayRef()), order.intendedAt(id));
    switch (event) {
      case GatewayEvent.Forgotten _ -> {} // handled above
      case GatewayEvent.Accepted _ -> {} // implied by every event
      case GatewayEvent.Ringing _ -> apply(new AttemptFact.Ringing());
      case GatewayEvent.Answered _ -> apply(new AttemptFact.Answered(answeredAt(header.at())));
      case GatewayEvent.Ended ended -> apply(fact(ended));
      case GatewayEvent.Turns turns -> order.keepTranscript(id, turns);
      case GatewayEvent.Objection _ -> apply(new AttemptFact.Objected());
      case GatewayEvent.Report report ->
          order
              .keepReport(id, report)
              .ifPresent(conversation -> apply(new AttemptFact.Reported(conversation)));
    }
  }

  /** Every deadline has passed and the outcome is unknown. */
  public void lost() {
    apply(new AttemptFact.FateUnknown());
  }

  public void overdue() {
    apply(new AttemptFact.ReportOverdue());
  }

  /**
   * Applies to the order an attempt that was recorded while the order did not exist. The order is
   * being dialed with it.
   */
  public void takenOver() {
    Attempt attempt = attempt();
    boolean closed = attempt.status() == AttemptStatus.CLOSED;
    boolean spoken = attempt.disposition() == Disposition.ANSWERED;
    if (attempt.objected()) {
      order.apply(new OrderCommand.Stop(StopReason.SUPPRESSED));
    }
    if (spoken || attempt.status() == AttemptStatus.ANSWERED) {
      order.apply(new OrderCommand.Answered(id));
    }
    if (closed) {
      order.apply(spoken ? conversationOver() : unreached());
    }
  }

  private OrderCommand unreached() {
    return new OrderCommand.AttemptUnreached(
        id, Objects.requireNonNull(attempt().cause()), order.next());
  }

  private Instant answeredAt(Instant reported) {
    Instant endedAt = attempt().endedAt();
    return within(reported, order.intendedAt(id), endedAt == null ? order.now() : endedAt);
  }

  private AttemptFact fact(GatewayEvent.Ended ended) {
    Instant knownAnsweredAt = attempt().answeredAt();
    Instant endedAt =
        within(
            ended.endedAt(),
            knownAnsweredAt == null ? order.intendedAt(id) : knownAnsweredAt,
            order.now());
    Instant answeredAt = ended.answeredAt();
    return new AttemptFact.Ended(
        ended.disposition(),
        ended.cause(),
        ended.endedBy() == null ? null : Actor.of(ended.endedBy()).orElse(Actor.UNKNOWN),
        answeredAt == null ? null : within(answeredAt, order.intendedAt(id), endedAt),
        endedAt);
  }

  /**
   * Converts to the tenant's time and clamps it to the possible span of the call: gaps and limits
   * count from reported times.
   */
  private Instant within(Instant reported, Instant from, Instant to) {
    Instant at = order.tenantTime(reported);
    Instant clamped = at.isBefore(from) ? from : at.isAfter(to) ? to : at;
    if (Duration.between(at, clamped).abs().compareTo(CLOCK_TOLERANCE) > 0) {
      order.timeClamped(id, at, clamped);
    }
    return clamped;
  }

  private void apply(AttemptFact fact) {
    apply(fact, order.now());
  }

  private void apply(AttemptFact fact, Instant at) {
    AttemptDecision decision = AttemptDecider.decide(attempt(), fact, at);
    if (decision.next().equals(attempt()) && decision.became().isEmpty()) {
      return;
    }
    order.update(decision.next());
    decision.became().forEach(this::reach);
    order.expectWhatFollows(id);
  }

  private void reach(AttemptMilestone milestone) {
    switch (milestone) {
      case TAKEN -> {
        order.count(id);
        order.announceCall(id, EventType.CALL_STARTED);
      }
      case REFUSED -> {} // refused() handles the consequences
      case ANSWERED -> {
        order.announceCall(id, EventType.CALL_ANSWERED);
        order.apply(new OrderCommand.Answered(id));
      }
      case OBJECTED -> {
        order.enterObjection(id);
        order.apply(new OrderCommand.Stop(StopReason.SUPPRESSED));
      }
      case ENDED -> order.announceCall(id, EventType.CALL_ENDED);
      case UNREACHED -> order.apply(unreached());
      case CONVERSATION_OVER -> order.apply(conversationOver());
    }
  }

  private void refused(PlaceResult.Refused refusal) {
    if (attempt().status() != AttemptStatus.PLACING) {
      return; // repeated
    }
    apply(new AttemptFact.Refused());
    int consecutiveRefusals = order.countRefusal(id);
    order.apply(
        new OrderCommand.AttemptRefused(
            id,
            refusal.code(),
            consecutiveRefusals,
            order.next(Backoff.after(consecutiveRefusals, refusal.retryAfter()))));
  }

  private OrderCommand conversationOver() {
    Findings.Objection objection = order.objection(id);
    Conversation conversation = attempt().reported();
    if (conversation == null) {
      return new OrderCommand.ReportOverdue(id, objection);
    }
    return new OrderCommand.ConversationEnded(
        id,
        objection == null ? conversation : conversation.objecting(objection),
        attempt().endedBy());
  }

  private Attempt attempt() {
    return order.attempt(id);
  }
}
