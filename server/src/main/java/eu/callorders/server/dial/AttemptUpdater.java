package eu.callorders.server.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.dial.AttemptEventHandler;
import eu.callorders.core.dial.AttemptTimeouts;
import eu.callorders.core.dial.OrderContext;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.BreakerSignal;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.server.call.AgentReport;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.ReportCheck;
import eu.callorders.server.call.TranscriptDocument;
import eu.callorders.server.call.TranscriptStore.Transcript;
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
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
  private final DecisionContext situation;
  private final InstantSource realTime;
  private final List<Suppression> suppressions = new ArrayList<>();
  private final List<Transcript> transcripts = new ArrayList<>();
  private final List<CallAttempt> refused = new ArrayList<>();
  private final List<BreakerSample> evidence = new ArrayList<>();

  /** Calls that become visible with this change; this event precedes that of the transcript. */
  private final Set<UUID> nowReadable = new HashSet<>();

  AttemptUpdater(OrderChange change, DecisionContext context, InstantSource realTime) {
    this.change = change;
    this.situation = context;
    this.realTime = realTime;
  }

  record BreakerSample(UUID tenantId, String number, BreakerSignal verdict) {}

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
  List<CallAttempt> refused() {
    return refused;
  }

  List<BreakerSample> evidence() {
    return evidence;
  }

  void take(AttemptUpdate update) {
    UUID id = update.attemptId();
    AttemptEventHandler handler = new AttemptEventHandler(this, id);
    switch (update) {
      case AttemptUpdate.PlaceAnswered(_, PlaceResult answer) -> {
        if (answer instanceof PlaceResult.Unknown(String why)) {
          LOG.warn("attempt {}: outcome unknown, querying the gateway: {}", id, why);
        } else if (answer instanceof PlaceResult.Conflict) {
          LOG.warn("attempt {} was placed before, querying the gateway", id);
        }
        handler.answered(answer);
      }
      case AttemptUpdate.EventReceived(GatewayEvent event) -> handler.told(event);
      case AttemptUpdate.Lost _ -> {
        LOG.error("attempt {} failed: outcome unknown", id);
        handler.lost();
      }
      case AttemptUpdate.ReportOverdue _ -> handler.overdue();
      case AttemptUpdate.Malformed _ -> throw new IllegalArgumentException("it has no effect");
    }
  }

  @Override
  public Instant now() {
    return change.now();
  }

  @Override
  public Instant tenantTime(Instant real) {
    return real.plus(situation.tenant(change.order()).clockOffset());
  }

  @Override
  public Attempt attempt(UUID id) {
    return whole(id).attempt();
  }

  @Override
  public Instant intendedAt(UUID id) {
    return whole(id).intendedAt();
  }

  @Override
  public void timeClamped(UUID attemptId, Instant reported, Instant used) {
    LOG.warn(
        "attempt {}: reported time {} is outside the call, using {}", attemptId, reported, used);
  }

  @Override
  public void update(Attempt attempt) {
    if (isReadable(attempt) && !isReadable(attempt(attempt.id()))) {
      nowReadable.add(attempt.id());
    }
    change.update(whole(attempt.id()).with(attempt));
  }

  @Override
  public void count(UUID id) {
    change.count(whole(id));
  }

  @Override
  public int countRefusal(UUID id) {
    refused.add(whole(id));
    change.countRefusal();
    return change.order().refusalsInRow();
  }

  @Override
  public void announceCall(UUID id, EventType type) {
    verdict(attempt(id), type)
        .map(verdict -> new BreakerSample(whole(id).tenantId(), attempt(id).to(), verdict))
        .ifPresent(evidence::add);
    change.announceCall(id, type);
    if (type != EventType.CALL_STARTED
        && nowReadable.remove(id)
        && whole(id).transcriptExpiresAt() != null) {
      change.announceCall(id, EventType.CALL_TRANSCRIPT_AVAILABLE);
    }
  }

  private static boolean isReadable(Attempt attempt) {
    return attempt.status() == AttemptStatus.ANSWERED || attempt.disposition() != null;
  }

  private static Optional<BreakerSignal> verdict(Attempt attempt, EventType type) {
    if (type == EventType.CALL_ANSWERED) {
      return Optional.of(BreakerSignal.SOUND);
    }
    return type == EventType.CALL_ENDED
        ? Optional.of(
            BreakerSignal.of(
                Objects.requireNonNull(attempt.disposition()),
                Objects.requireNonNull(attempt.cause())))
        : Optional.empty();
  }

  @Override
  public void apply(OrderCommand command) {
    change.apply(command);
  }

  @Override
  public NextAttempt next() {
    return situation.next(change.order());
  }

  @Override
  public NextAttempt next(Duration wait) {
    return situation.earliest(change.order(), change.now().plus(wait));
  }

  /** Written at once, before the call ends; covers the subject and the phone. */
  @Override
  public void enterObjection(UUID id) {
    CallAttempt attempt = whole(id);
    Suppression entry =
        new Suppression(
            AttemptIds.ofObjection(id),
            attempt.tenantId(),
            attempt.attempt().to(),
            attempt.intent().subjectReference(),
            Suppression.Source.IN_CALL_REQUEST,
            null,
            id,
            change.now());
    suppressions.add(entry);
    change.announce(SuppressionView.created(entry, change.order().id()));
    change.update(attempt.withSuppression(entry.id()));
  }

  @Override
  public Findings.@Nullable Objection objection(UUID id) {
    UUID entry = whole(id).suppressionId();
    return entry == null ? null : new Findings.Objection("voice", entry);
  }

  @Override
  public Optional<Conversation> keepReport(UUID id, GatewayEvent.Report report) {
    if (whole(id).report() != null) {
      return Optional.empty();
    }
    Optional<AgentReport> checked = ReportCheck.check(report.document());
    if (checked.isEmpty()) {
      LOG.error("report of attempt {} is invalid: no outcome", id);
    }
    AgentReport valid = checked.orElse(AgentReport.UNUSABLE);
    change.update(whole(id).withReport(valid));
    return Optional.of(valid.conversation());
  }

  @Override
  public void keepTranscript(UUID id, GatewayEvent.Turns turns) {
    Tenant tenant = situation.tenant(change.order());
    if (whole(id).transcriptExpiresAt() != null
        || !change.order().document().wantsTranscript()
        || tenant.retention().transcriptMode().equals("none")) {
      return;
    }
    Instant expiresAt =
        change.now().atZone(ZoneId.of("UTC")).plus(tenant.retention().transcripts()).toInstant();
    transcripts.add(new Transcript(id, tenant.id(), expiresAt, TranscriptDocument.of(turns)));
    change.update(whole(id).withTranscriptUntil(expiresAt));
    if (isReadable(attempt(id))) { // otherwise announceCall emits it later
      change.announceCall(id, EventType.CALL_TRANSCRIPT_AVAILABLE);
    }
  }

  @Override
  public void expectWhatFollows(UUID id) {
    CallAttempt attempt = whole(id);
    AttemptStatus reached = attempt.attempt().status();
    if (reached != AttemptStatus.PLACING) {
      Instant checkAt = AttemptTimeouts.checkAt(reached, realTime.instant()).orElse(null);
      change.update(
          attempt.expecting(reached == AttemptStatus.ENDED ? reportDue(attempt) : null, checkAt));
    }
  }

  @Override
  public void queryAtOnce(UUID id) {
    CallAttempt attempt = whole(id);
    if (attempt.sequel().checkAt() != null) {
      change.update(attempt.expecting(attempt.sequel().reportDueAt(), realTime.instant()));
    }
  }

  /** Set once, when the end is reported: later updates do not extend the deadline. */
  private Instant reportDue(CallAttempt attempt) {
    Instant previous = attempt.sequel().reportDueAt();
    return previous == null ? change.now().plus(Attempt.REPORT_PATIENCE) : previous;
  }

  private CallAttempt whole(UUID id) {
    return change.order().attempt(id);
  }
}
