package eu.callorders.server.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.dial.AttemptEventHandler;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.OrderContext;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.server.call.AgentReport;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.ReportCheck;
import eu.callorders.server.call.TranscriptDocument;
import eu.callorders.server.call.TranscriptStore.Transcript;
import eu.callorders.server.dial.InboxProcessor.Effect;
import eu.callorders.server.order.DecisionContext;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionView;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies updates to the attempts of one order: changes the attempt and the order, and collects the
 * transcripts and suppressions to write.
 */
final class AttemptUpdater implements OrderContext {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptUpdater.class);

  private final OrderChange change;
  private final DecisionContext context;
  private final InstantSource realTime;
  private final List<Suppression> suppressions = new ArrayList<>();
  private final List<Transcript> transcripts = new ArrayList<>();
  private final List<CallAttempt> refusedAttempts = new ArrayList<>();
  private final List<BreakerSample> breakerSamples = new ArrayList<>();
  private final List<UUID> reported = new ArrayList<>();
  private final EvidenceCollector evidence;

  private boolean attemptEnded;
  private int unknownOutcomes;

  /** Calls that become visible with this change; this event precedes that of the transcript. */
  private final Set<UUID> newlyVisible = new HashSet<>();

  AttemptUpdater(OrderChange change, DecisionContext context, InstantSource realTime) {
    this.change = change;
    this.evidence = new EvidenceCollector(change);
    this.context = context;
    this.realTime = realTime;
  }

  OrderChange change() {
    return change;
  }

  /** Suppressions that subjects requested. */
  List<Suppression> suppressions() {
    return suppressions;
  }

  List<Transcript> transcripts() {
    return transcripts;
  }

  /** Attempts that provably were not dialed; their dials are released from the quotas. */
  List<CallAttempt> refusedAttempts() {
    return refusedAttempts;
  }

  List<BreakerSample> breakerSamples() {
    return breakerSamples;
  }

  /** The calls whose reports are stored with this change. */
  List<ReportedCall> reportedCalls() {
    return reported.stream().map(id -> ReportedCall.of(change, id, context)).toList();
  }

  /** Counts the calls that ended with an unknown outcome. */
  int unknownOutcomes() {
    return unknownOutcomes;
  }

  Set<Effect> effects() {
    Set<Effect> effects = EnumSet.noneOf(Effect.class);
    if (attemptEnded) {
      effects.add(Effect.ATTEMPT_ENDED);
    }
    if (change.order().enrollmentId() != null && change.order().state().status().terminal()) {
      effects.add(Effect.STEP_ENDED);
    }
    if (!suppressions.isEmpty()) {
      effects.add(Effect.SUPPRESSION_ADDED);
    }
    return effects;
  }

  EvidenceCollector evidence() {
    return evidence;
  }

  void process(AttemptUpdate update) {
    log(update);
    update.apply(new AttemptEventHandler(this, update.attemptId()));
  }

  private static void log(AttemptUpdate update) {
    switch (update) {
      case AttemptUpdate.PlaceResultReceived(UUID id, PlaceResult.Unknown(String why)) ->
          LOG.warn("attempt {}: outcome unknown, querying the gateway: {}", id, why);
      case AttemptUpdate.PlaceResultReceived(UUID id, PlaceResult.Conflict _) ->
          LOG.warn("attempt {} was placed before, querying the gateway", id);
      case AttemptUpdate.Lost(UUID id) -> LOG.error("attempt {} failed: outcome unknown", id);
      default -> {}
    }
  }

  @Override
  public Instant now() {
    return change.now();
  }

  @Override
  public Instant tenantTime(Instant real) {
    return real.plus(context.tenant(change.order()).clockOffset());
  }

  @Override
  public Attempt attempt(UUID id) {
    return callAttempt(id).attempt();
  }

  @Override
  public Instant intendedAt(UUID id) {
    return callAttempt(id).intendedAt();
  }

  @Override
  public void logClampedTime(UUID attemptId, Instant reported, Instant used) {
    LOG.warn(
        "attempt {}: reported time {} is outside the call, using {}", attemptId, reported, used);
  }

  @Override
  public void update(Attempt attempt) {
    if (attempt.isVisible() && !attempt(attempt.id()).isVisible()) {
      newlyVisible.add(attempt.id());
    }
    evidence.update(attempt(attempt.id()), attempt);
    attemptEnded |= attempt(attempt.id()).status().running() && !attempt.status().running();
    change.update(callAttempt(attempt.id()).with(attempt));
  }

  @Override
  public void assignAttemptNumber(UUID id) {
    change.count(callAttempt(id));
  }

  @Override
  public Refusals recordRefusal(UUID id, RefusalReason code) {
    refusedAttempts.add(callAttempt(id));
    change.countRefusal(code);
    return new Refusals(change.order().refusedAttempts(), change.order().consecutiveRefusals());
  }

  @Override
  public void emitCallEvent(UUID id, EventType type) {
    if (type == EventType.CALL_ENDED && attempt(id).cause() == Cause.OUTCOME_UNKNOWN) {
      unknownOutcomes++;
    }
    BreakerSample.of(callAttempt(id), type).ifPresent(breakerSamples::add);
    change.addCallEvent(id, type);
    if (type != EventType.CALL_STARTED
        && newlyVisible.remove(id)
        && callAttempt(id).transcriptExpiresAt() != null) {
      change.addCallEvent(id, EventType.CALL_TRANSCRIPT_AVAILABLE);
    }
  }

  @Override
  public void apply(OrderCommand command) {
    change.apply(command);
  }

  @Override
  public NextAttempt nextAttempt() {
    return context.nextAttempt(change.order());
  }

  @Override
  public NextAttempt nextAttempt(Duration wait) {
    return context.earliestAttempt(change.order(), change.now().plus(wait));
  }

  /** Written at once, before the call ends; covers the subject and the phone. */
  @Override
  public void createSuppression(UUID id) {
    CallAttempt attempt = callAttempt(id);
    Suppression entry =
        Suppression.ofObjection(
            attempt.tenantId(),
            attempt.attempt().phone(),
            attempt.intent().subjectReference(),
            id,
            change.now());
    suppressions.add(entry);
    change.addEvent(SuppressionView.createdEvent(entry, change.order().id()));
    change.update(attempt.withSuppression(entry.id()));
  }

  @Override
  public Findings.@Nullable Objection objection(UUID id) {
    UUID entry = callAttempt(id).suppressionId();
    return entry == null ? null : new Findings.Objection("voice", entry);
  }

  @Override
  public Optional<Conversation> storeReport(UUID id, GatewayEvent.Report report) {
    if (callAttempt(id).report() != null) {
      return Optional.empty();
    }
    Optional<AgentReport> checked = ReportCheck.check(report.document());
    if (checked.isEmpty()) {
      LOG.error("report of attempt {} is invalid: no outcome", id);
    }
    AgentReport valid = checked.orElse(AgentReport.UNUSABLE);
    change.update(callAttempt(id).withReport(valid));
    reported.add(id);
    return Optional.of(valid.conversation());
  }

  @Override
  public void storeTranscript(UUID id, GatewayEvent.Turns turns) {
    Tenant tenant = context.tenant(change.order());
    if (callAttempt(id).transcriptExpiresAt() != null
        || !change.order().document().wantsTranscript()
        || tenant.retention().transcriptMode().equals("none")) {
      return;
    }
    Instant expiresAt =
        change.now().atZone(ZoneId.of("UTC")).plus(tenant.retention().transcripts()).toInstant();
    transcripts.add(new Transcript(id, tenant.id(), expiresAt, TranscriptDocument.of(turns)));
    change.update(callAttempt(id).withTranscriptExpiry(expiresAt));
    if (attempt(id).isVisible()) { // otherwise announceCall emits it later
      change.addCallEvent(id, EventType.CALL_TRANSCRIPT_AVAILABLE);
    }
  }

  @Override
  public void updateDeadlines(UUID id) {
    CallAttempt attempt = callAttempt(id);
    AttemptStatus reached = attempt.attempt().status();
    if (reached != AttemptStatus.PLACING) {
      Instant checkAt = AttemptTimeouts.reconcileAt(reached, realTime.instant()).orElse(null);
      change.update(
          attempt.withDeadlines(
              reached == AttemptStatus.ENDED ? reportDue(attempt) : null, checkAt));
    }
  }

  @Override
  public void scheduleImmediateQuery(UUID id) {
    CallAttempt attempt = callAttempt(id);
    if (attempt.followUp().reconcileAt() != null) {
      change.update(attempt.withDeadlines(attempt.followUp().reportDueAt(), realTime.instant()));
    }
  }

  /** Set once, when the end is reported: later updates do not extend the deadline. */
  private Instant reportDue(CallAttempt attempt) {
    Instant previous = attempt.followUp().reportDueAt();
    return previous == null ? change.now().plus(Attempt.REPORT_TIMEOUT) : previous;
  }

  private CallAttempt callAttempt(UUID id) {
    return change.order().attempt(id);
  }
}
