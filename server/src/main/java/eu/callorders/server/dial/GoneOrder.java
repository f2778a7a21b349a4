package eu.callorders.server.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.dial.AttemptEventHandler;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.OrderContext;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.server.call.AgentReport;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.ReportCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempt of a deleted order: it follows the gateway's events without effects on an order. The
 * transcript is not stored, since no order sets its retention.
 */
final class GoneOrder implements OrderContext {
  private static final Logger LOG = LoggerFactory.getLogger(GoneOrder.class);

  private final int number;
  private final Instant realNow;
  private final Duration clockOffset;
  private final List<EventType> announced = new ArrayList<>();
  private CallAttempt attempt;
  private boolean objected;

  /**
   * @param number of the attempt once it counts
   * @param clockOffset of the tenant
   */
  GoneOrder(CallAttempt attempt, int number, Instant realNow, Duration clockOffset) {
    this.attempt = attempt;
    this.number = number;
    this.realNow = realNow;
    this.clockOffset = clockOffset;
  }

  void take(AttemptUpdate update) {
    AttemptEventHandler handler = new AttemptEventHandler(this, attempt.id());
    switch (update) {
      case AttemptUpdate.PlaceAnswered(_, var answer) -> handler.answered(answer);
      case AttemptUpdate.EventReceived(GatewayEvent event) -> handler.told(event);
      case AttemptUpdate.Lost _ -> handler.lost();
      case AttemptUpdate.ReportOverdue _ -> handler.overdue();
      case AttemptUpdate.Malformed _ -> throw new IllegalArgumentException("it has no effect");
    }
  }

  CallAttempt attempt() {
    return attempt;
  }

  List<EventType> announced() {
    return announced;
  }

  /** Whether the subject has objected and no suppression exists yet. */
  boolean objected() {
    return objected;
  }

  @Override
  public Instant now() {
    return realNow.plus(clockOffset);
  }

  @Override
  public Instant tenantTime(Instant real) {
    return real.plus(clockOffset);
  }

  @Override
  public Attempt attempt(UUID attemptId) {
    return attempt.attempt();
  }

  @Override
  public Instant intendedAt(UUID attemptId) {
    return attempt.intendedAt();
  }

  @Override
  public void timeClamped(UUID attemptId, Instant reported, Instant used) {
    LOG.warn(
        "attempt {}: reported time {} is outside the call, using {}", attemptId, reported, used);
  }

  @Override
  public void update(Attempt changed) {
    attempt = attempt.with(changed);
  }

  @Override
  public void count(UUID attemptId) {
    attempt = attempt.with(attempt.attempt().numbered(number));
  }

  @Override
  public int countRefusal(UUID attemptId) {
    return 0;
  }

  @Override
  public void announceCall(UUID attemptId, EventType type) {
    announced.add(type);
  }

  @Override
  public void apply(OrderCommand command) {}

  @Override
  public NextAttempt next() {
    return new NextAttempt.NoInstantLeft();
  }

  @Override
  public NextAttempt next(Duration wait) {
    return next();
  }

  @Override
  public void enterObjection(UUID attemptId) {
    objected = true;
  }

  @Override
  public Findings.@Nullable Objection objection(UUID attemptId) {
    UUID entry = attempt.suppressionId();
    return entry == null ? null : new Findings.Objection("voice", entry);
  }

  @Override
  public Optional<Conversation> keepReport(UUID attemptId, GatewayEvent.Report report) {
    if (attempt.report() != null) {
      return Optional.empty();
    }
    AgentReport checked = ReportCheck.check(report.document()).orElse(AgentReport.UNUSABLE);
    attempt = attempt.withReport(checked);
    return Optional.of(checked.conversation());
  }

  @Override
  public void keepTranscript(UUID attemptId, GatewayEvent.Turns turns) {}

  @Override
  public void expectWhatFollows(UUID attemptId) {
    AttemptStatus reached = attempt.attempt().status();
    if (reached == AttemptStatus.PLACING) {
      return;
    }
    Instant known = attempt.sequel().reportDueAt();
    Instant due =
        known == null && reached == AttemptStatus.ENDED
            ? now().plus(Attempt.REPORT_PATIENCE)
            : known;
    attempt =
        attempt.expecting(
            reached == AttemptStatus.ENDED ? due : null,
            AttemptTimeouts.checkAt(reached, realNow).orElse(null));
  }

  @Override
  public void queryAtOnce(UUID attemptId) {
    if (attempt.sequel().checkAt() != null) {
      attempt = attempt.expecting(attempt.sequel().reportDueAt(), realNow);
    }
  }
}
