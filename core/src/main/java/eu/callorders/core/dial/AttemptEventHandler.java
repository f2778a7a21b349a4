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

/** Takes in news about one attempt: what they make of it, and what follows for its order. */
public final class AttemptEventHandler {
  /** Clocks that agree no better than this are no fault of the gateway. */
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(1);

  private final OrderContext order;
  private final UUID id;

  public AttemptEventHandler(OrderContext order, UUID attemptId) {
    this.order = order;
    this.id = attemptId;
  }

  /** The gateway has answered the request to place the call. */
  public void answered(PlaceResult answer) {
    switch (answer) {
      case PlaceResult.Accepted(String ref) ->
          apply(new AttemptFact.Taken(ref), order.intendedAt(id));
      case PlaceResult.Refused refusal -> refused(refusal);
      case PlaceResult.Conflict _ -> order.queryAtOnce(id);
      case PlaceResult.Unknown _ -> {} // the gateway will be asked what it knows
    }
  }

  /** The gateway tells what happened to the call. */
  public void told(GatewayEvent event) {
    GatewayEvent.Header header = event.header();
    if (event instanceof GatewayEvent.Forgotten) {
      order.queryAtOnce(id); // if it still runs here, the database is older than the erasure
      return;
    }
    apply(new AttemptFact.Taken(header.gatewayRef()), order.intendedAt(id));
    switch (event) {
      case GatewayEvent.Forgotten _ -> {} // handled above
      case GatewayEvent.Accepted _ -> {} // said with every event
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

  /** Every deadline has passed and nobody can tell what became of it. */
  public void lost() {
    apply(new AttemptFact.FateUnknown());
  }

  /** The report of its conversation has not come in time. */
  public void overdue() {
    apply(new AttemptFact.ReportOverdue());
  }

  /**
   * The order takes over the attempt as it stands: it was recorded while the order was gone. The
   * order is being dialed with it.
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
    Instant known = attempt().answeredAt();
    Instant endedAt =
        within(ended.endedAt(), known == null ? order.intendedAt(id) : known, order.now());
    Instant answeredAt = ended.answeredAt();
    return new AttemptFact.Ended(
        ended.disposition(),
        ended.cause(),
        ended.endedBy() == null ? null : Actor.of(ended.endedBy()).orElse(Actor.UNKNOWN),
        answeredAt == null ? null : within(answeredAt, order.intendedAt(id), endedAt),
        endedAt);
  }

  /**
   * The tenant's time at which something happened, no earlier and no later than it can have: gaps
   * and limits count from what the gateway reports.
   */
  private Instant within(Instant reported, Instant from, Instant to) {
    Instant at = order.tenantTime(reported);
    Instant used = at.isBefore(from) ? from : at.isAfter(to) ? to : at;
    if (Duration.between(at, used).abs().compareTo(CLOCK_TOLERANCE) > 0) {
      order.timeClamped(id, at, used);
    }
    return used;
  }

  private void apply(AttemptFact fact) {
    apply(fact, order.now());
  }

  private void apply(AttemptFact fact, Instant at) {
    AttemptDecision step = AttemptDecider.decide(attempt(), fact, at);
    if (step.next().equals(attempt()) && step.became().isEmpty()) {
      return;
    }
    order.update(step.next());
    step.became().forEach(this::reach);
    order.expectWhatFollows(id);
  }

  private void reach(AttemptMilestone milestone) {
    switch (milestone) {
      case TAKEN -> {
        order.count(id);
        order.announceCall(id, EventType.CALL_STARTED);
      }
      case REFUSED -> {} // what follows depends on why
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
      return; // told before
    }
    apply(new AttemptFact.Refused());
    int inRow = order.countRefusal(id);
    order.apply(
        new OrderCommand.AttemptRefused(
            id, refusal.code(), inRow, order.next(Backoff.after(inRow, refusal.retryAfter()))));
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
