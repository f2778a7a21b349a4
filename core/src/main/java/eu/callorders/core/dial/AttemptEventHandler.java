package eu.callorders.core.dial;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptDecider;
import eu.callorders.core.call.AttemptDecision;
import eu.callorders.core.call.AttemptFact;
import eu.callorders.core.call.AttemptMilestone;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.Findings;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.Backoff;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.ObjectionCheck;
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

  public void handlePlaceResult(PlaceResult result) {
    switch (result) {
      case PlaceResult.Accepted(String ref) ->
          apply(new AttemptFact.Placed(ref), order.intendedAt(id));
      case PlaceResult.Refused refusal -> handleRefusal(refusal);
      case PlaceResult.Conflict _ -> order.scheduleImmediateQuery(id);
      case PlaceResult.Unknown _ -> {} // the reconciler queries the gateway
    }
  }

  public void handleEvent(GatewayEvent event) {
    GatewayEvent.Header header = event.header();
    if (event instanceof GatewayEvent.Forgotten) {
      order.scheduleImmediateQuery(
          id); // an attempt still active here: the database predates the erasure
      return;
    }
    apply(new AttemptFact.Placed(header.gatewayRef()), order.intendedAt(id));
    if (ObjectionCheck.isObjection(event)) {
      apply(new AttemptFact.Objected());
    }
    switch (event) {
      case GatewayEvent.Forgotten _ -> {} // handled above
      case GatewayEvent.Accepted _ -> {} // implied by every event
      case GatewayEvent.Disclosed _ -> {} // only recorded
      case GatewayEvent.Ringing _ -> apply(new AttemptFact.Ringing());
      case GatewayEvent.Answered _ -> apply(new AttemptFact.Answered(answeredAt(header.at())));
      case GatewayEvent.Ended ended -> apply(endedFact(ended));
      case GatewayEvent.Turns turns -> order.storeTranscript(id, turns);
      case GatewayEvent.Objection _ -> {} // handled above
      case GatewayEvent.Report report ->
          order
              .storeReport(id, report)
              .ifPresent(conversation -> apply(new AttemptFact.Reported(conversation)));
    }
  }

  /** Every deadline has passed and the outcome is unknown. */
  public void markLost() {
    apply(new AttemptFact.OutcomeUnknown());
  }

  public void markReportOverdue() {
    apply(new AttemptFact.ReportOverdue());
  }

  /**
   * Applies to the order an attempt that was recorded while the order did not exist. The order is
   * being dialed with it.
   */
  public void attachToOrder() {
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
        id, Objects.requireNonNull(attempt().cause()), order.nextAttempt());
  }

  private Instant answeredAt(Instant reported) {
    Instant endedAt = attempt().endedAt();
    return clampToCall(reported, order.intendedAt(id), endedAt == null ? order.now() : endedAt);
  }

  private AttemptFact endedFact(GatewayEvent.Ended ended) {
    Instant knownAnsweredAt = attempt().answeredAt();
    Instant endedAt =
        clampToCall(
            ended.endedAt(),
            knownAnsweredAt == null ? order.intendedAt(id) : knownAnsweredAt,
            order.now());
    Instant answeredAt = ended.answeredAt();
    return new AttemptFact.Ended(
        ended.disposition(),
        ended.cause(),
        ended.endedBy() == null ? null : Actor.of(ended.endedBy()).orElse(Actor.UNKNOWN),
        answeredAt == null ? null : clampToCall(answeredAt, order.intendedAt(id), endedAt),
        endedAt);
  }

  /**
   * Converts to the tenant's time and clamps it to the possible span of the call: gaps and limits
   * count from reported times.
   */
  private Instant clampToCall(Instant reported, Instant from, Instant to) {
    Instant at = order.tenantTime(reported);
    Instant clamped = at.isBefore(from) ? from : at.isAfter(to) ? to : at;
    if (Duration.between(at, clamped).abs().compareTo(CLOCK_TOLERANCE) > 0) {
      order.logClampedTime(id, at, clamped);
    }
    return clamped;
  }

  private void apply(AttemptFact fact) {
    apply(fact, order.now());
  }

  private void apply(AttemptFact fact, Instant at) {
    AttemptDecision decision = AttemptDecider.decide(attempt(), fact, at);
    if (decision.next().equals(attempt()) && decision.milestones().isEmpty()) {
      return;
    }
    order.update(decision.next());
    decision.milestones().forEach(this::onMilestone);
    order.updateDeadlines(id);
  }

  private void onMilestone(AttemptMilestone milestone) {
    switch (milestone) {
      case PLACED -> {
        order.assignAttemptNumber(id);
        order.emitCallEvent(id, EventType.CALL_STARTED);
      }
      case REFUSED -> {} // refused() handles the consequences
      case ANSWERED -> {
        order.emitCallEvent(id, EventType.CALL_ANSWERED);
        order.apply(new OrderCommand.Answered(id));
      }
      case OBJECTED -> {
        order.createSuppression(id);
        order.apply(new OrderCommand.Stop(StopReason.SUPPRESSED));
      }
      case ENDED -> order.emitCallEvent(id, EventType.CALL_ENDED);
      case UNREACHED -> order.apply(unreached());
      case CONVERSATION_ENDED -> order.apply(conversationOver());
    }
  }

  private void handleRefusal(PlaceResult.Refused refusal) {
    if (attempt().status() != AttemptStatus.PLACING) {
      return; // repeated
    }
    apply(new AttemptFact.Refused());
    OrderContext.Refusals refusals = order.recordRefusal(id, refusal.code());
    order.apply(
        new OrderCommand.AttemptRefused(
            id,
            refusal.code(),
            refusals.forCapacity(),
            order.nextAttempt(Backoff.after(refusals.all(), refusal.retryAfter()))));
  }

  private OrderCommand conversationOver() {
    Findings.Objection objection = order.objection(id);
    Conversation conversation = attempt().conversation();
    OrderCommand.ConversationCommand over =
        conversation == null
            ? new OrderCommand.ReportOverdue(id, objection)
            : new OrderCommand.ConversationEnded(
                id,
                objection == null ? conversation : conversation.withObjection(objection),
                attempt().endedBy());
    return attempt().cause() == Cause.STOPPED ? new OrderCommand.ConversationStopped(over) : over;
  }

  private Attempt attempt() {
    return order.attempt(id);
  }
}
