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
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
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
final class GoneOrderContext implements OrderContext {
  private static final Logger LOG = LoggerFactory.getLogger(GoneOrderContext.class);

  private final int attemptNumber;
  private final Instant realNow;
  private final Duration clockOffset;
  private final List<EventType> emitted = new ArrayList<>();
  private CallAttempt attempt;
  private boolean objected;
  private boolean reported;

  /**
   * @param number of the attempt once it counts
   * @param clockOffset of the tenant
   */
  GoneOrderContext(CallAttempt attempt, int number, Instant realNow, Duration clockOffset) {
    this.attempt = attempt;
    this.attemptNumber = number;
    this.realNow = realNow;
    this.clockOffset = clockOffset;
  }

  /** Records an event for the evidence. */
  void record(AttemptUpdate update) {
    if (update instanceof AttemptUpdate.EventReceived(GatewayEvent event)) {
      attempt = attempt.recording(event);
    }
  }

  void process(AttemptUpdate update) {
    update.apply(new AttemptEventHandler(this, attempt.id()));
  }

  CallAttempt attempt() {
    return attempt;
  }

  List<EventType> emitted() {
    return emitted;
  }

  /** Whether the subject has objected and no suppression exists yet. */
  boolean objected() {
    return objected;
  }

  /** Whether the report of the conversation was stored now. */
  boolean reported() {
    return reported;
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
  public void logClampedTime(UUID attemptId, Instant reported, Instant used) {
    LOG.warn(
        "attempt {}: reported time {} is outside the call, using {}", attemptId, reported, used);
  }

  @Override
  public void update(Attempt changed) {
    attempt = attempt.with(changed);
  }

  @Override
  public void assignAttemptNumber(UUID attemptId) {
    attempt = attempt.with(attempt.attempt().withAttemptNumber(attemptNumber));
  }

  @Override
  public Refusals recordRefusal(UUID attemptId, RefusalReason code) {
    return new Refusals(1, 0);
  }

  @Override
  public void emitCallEvent(UUID attemptId, EventType type) {
    emitted.add(type);
  }

  @Override
  public void apply(OrderCommand command) {}

  @Override
  public NextAttempt nextAttempt() {
    return new NextAttempt.NoInstantLeft();
  }

  @Override
  public NextAttempt nextAttempt(Duration wait) {
    return nextAttempt();
  }

  @Override
  public void createSuppression(UUID attemptId) {
    objected = true;
  }

  @Override
  public Findings.@Nullable Objection objection(UUID attemptId) {
    UUID entry = attempt.suppressionId();
    return entry == null ? null : new Findings.Objection("voice", entry);
  }

  @Override
  public Optional<Conversation> storeReport(UUID attemptId, GatewayEvent.Report report) {
    if (attempt.report() != null) {
      return Optional.empty();
    }
    AgentReport checked = ReportCheck.check(report.document()).orElse(AgentReport.UNUSABLE);
    attempt = attempt.withReport(checked);
    reported = true;
    return Optional.of(checked.conversation());
  }

  @Override
  public void storeTranscript(UUID attemptId, GatewayEvent.Turns turns) {}

  @Override
  public void updateDeadlines(UUID attemptId) {
    AttemptStatus reached = attempt.attempt().status();
    if (reached == AttemptStatus.PLACING) {
      return;
    }
    Instant known = attempt.followUp().reportDueAt();
    Instant due =
        known == null && reached == AttemptStatus.ENDED
            ? now().plus(Attempt.REPORT_TIMEOUT)
            : known;
    attempt =
        attempt.withDeadlines(
            reached == AttemptStatus.ENDED ? due : null,
            AttemptTimeouts.reconcileAt(reached, realNow).orElse(null));
  }

  @Override
  public void scheduleImmediateQuery(UUID attemptId) {
    if (attempt.followUp().reconcileAt() != null) {
      attempt = attempt.withDeadlines(attempt.followUp().reportDueAt(), realNow);
    }
  }
}
