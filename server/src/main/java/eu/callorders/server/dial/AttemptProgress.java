package eu.callorders.server.dial;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptDecider;
import eu.callorders.core.call.AttemptFact;
import eu.callorders.core.call.AttemptMilestone;
import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.AttemptStep;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.order.Backoff;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvidence;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.server.call.AgentReport;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.ReportCheck;
import eu.callorders.server.call.TranscriptDocument;
import eu.callorders.server.call.TranscriptStore.Transcript;
import eu.callorders.server.order.OrderChange;
import eu.callorders.server.order.Situation;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionView;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in news about the attempts of one order: what they make of the attempt, what follows for
 * the order, and what else is to be written (transcripts, do-not-call entries).
 */
final class AttemptProgress {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptProgress.class);

  /** How much later than expected an end may be told before the gateway is asked. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final OrderChange change;
  private final Situation situation;
  private final InstantSource realTime;
  private final RandomGenerator random;
  private final List<Suppression> suppressions = new ArrayList<>();
  private final List<Transcript> transcripts = new ArrayList<>();
  private final List<CallAttempt> refused = new ArrayList<>();
  private final List<Evidence> evidence = new ArrayList<>();

  AttemptProgress(
      OrderChange change, Situation situation, InstantSource realTime, RandomGenerator random) {
    this.change = change;
    this.situation = situation;
    this.realTime = realTime;
    this.random = random;
  }

  /** What has become of a call to that number, as evidence for or against its gateway. */
  record Evidence(String number, GatewayEvidence verdict) {}

  OrderChange change() {
    return change;
  }

  /** Do-not-call entries that persons have asked for. */
  List<Suppression> suppressions() {
    return suppressions;
  }

  List<Transcript> transcripts() {
    return transcripts;
  }

  /** Attempts that were proven not to be dialled: they give their dial back. */
  List<CallAttempt> refused() {
    return refused;
  }

  /** For or against the gateway, once each. */
  List<Evidence> evidence() {
    return evidence;
  }

  void take(GatewayNews news) {
    UUID id = news.attemptId();
    switch (news) {
      case GatewayNews.Answer(_, PlaceAnswer answer) -> answered(id, answer);
      case GatewayNews.Told(GatewayEvent event) -> told(id, event);
      case GatewayNews.Lost _ -> {
        LOG.error("nobody can tell what became of attempt {}: it counts as failed", id);
        apply(id, new AttemptFact.FateUnknown());
      }
      case GatewayNews.Overdue _ -> apply(id, new AttemptFact.ReportOverdue());
    }
  }

  private void answered(UUID id, PlaceAnswer answer) {
    switch (answer) {
      case PlaceAnswer.Accepted(String ref) ->
          apply(id, new AttemptFact.Taken(ref), attempt(id).intendedAt());
      case PlaceAnswer.Refused(PlaceAnswer.Refusal code, Duration retryAfter) ->
          refused(id, code, retryAfter);
      case PlaceAnswer.Unknown(String why) ->
          LOG.warn("attempt {} is not dialled again, the gateway will be asked: {}", id, why);
    }
  }

  private void told(UUID id, GatewayEvent event) {
    apply(id, new AttemptFact.Taken(event.header().gatewayRef()), tenantTime(event.header().at()));
    switch (event) {
      case GatewayEvent.Accepted _ -> {} // said with every event
      case GatewayEvent.Ringing _ -> apply(id, new AttemptFact.Ringing());
      case GatewayEvent.Answered _ ->
          apply(id, new AttemptFact.Answered(tenantTime(event.header().at())));
      case GatewayEvent.Ended ended -> apply(id, fact(ended));
      case GatewayEvent.Turns turns -> keepTranscript(id, turns);
      case GatewayEvent.Objection _ -> apply(id, new AttemptFact.Objected());
      case GatewayEvent.Report report -> reported(id, report);
    }
  }

  private AttemptFact fact(GatewayEvent.Ended ended) {
    return new AttemptFact.Ended(
        ended.disposition(),
        ended.cause(),
        ended.endedBy() == null ? null : Actor.of(ended.endedBy()).orElse(Actor.UNKNOWN),
        ended.answeredAt() == null ? null : tenantTime(ended.answeredAt()),
        tenantTime(ended.endedAt()));
  }

  private void reported(UUID id, GatewayEvent.Report told) {
    if (attempt(id).report() != null) {
      return;
    }
    Optional<AgentReport> checked = ReportCheck.check(told.document());
    if (checked.isEmpty()) {
      LOG.error("the report of attempt {} does not hold: it yields no outcome", id);
    }
    AgentReport report = checked.orElse(AgentReport.UNUSABLE);
    change.update(attempt(id).withReport(report));
    apply(id, new AttemptFact.Reported(report.conversation()));
  }

  private void keepTranscript(UUID id, GatewayEvent.Turns turns) {
    Tenant tenant = situation.tenant(change.order());
    if (attempt(id).transcriptExpiresAt() != null
        || !change.order().document().wantsTranscript()
        || tenant.retention().transcriptMode().equals("none")) {
      return;
    }
    Instant expiresAt =
        change.now().atZone(ZoneId.of("UTC")).plus(tenant.retention().transcripts()).toInstant();
    transcripts.add(new Transcript(id, tenant.id(), expiresAt, TranscriptDocument.of(turns)));
    change.update(attempt(id).withTranscriptUntil(expiresAt));
    change.announceCall(id, EventType.CALL_TRANSCRIPT_AVAILABLE);
  }

  private void apply(UUID id, AttemptFact fact) {
    apply(id, fact, change.now());
  }

  private void apply(UUID id, AttemptFact fact, Instant at) {
    AttemptStep step = AttemptDecider.decide(attempt(id).attempt(), fact, at);
    if (step.next().equals(attempt(id).attempt()) && step.became().isEmpty()) {
      return;
    }
    change.update(attempt(id).with(step.next()));
    for (AttemptMilestone milestone : step.became()) {
      reach(id, milestone);
    }
    expectWhatFollows(id);
  }

  private void reach(UUID id, AttemptMilestone milestone) {
    switch (milestone) {
      case TAKEN -> {
        change.count(attempt(id));
        change.announceCall(id, EventType.CALL_STARTED);
      }
      case REFUSED -> refused.add(attempt(id));
      case ANSWERED -> {
        evidence.add(new Evidence(attempt(id).attempt().to(), GatewayEvidence.SOUND));
        change.announceCall(id, EventType.CALL_ANSWERED);
        change.apply(new OrderCommand.Answered(id));
      }
      case OBJECTED -> objected(id);
      case ENDED -> {
        evidence.add(evidence(attempt(id).attempt()));
        change.announceCall(id, EventType.CALL_ENDED);
      }
      case UNREACHED -> unreached(id);
      case CONVERSATION_OVER -> conversationOver(id);
    }
  }

  private static Evidence evidence(Attempt over) {
    return new Evidence(
        over.to(),
        GatewayEvidence.of(
            Objects.requireNonNull(over.disposition()), Objects.requireNonNull(over.cause())));
  }

  private void refused(UUID id, PlaceAnswer.Refusal code, @Nullable Duration retryAfter) {
    if (attempt(id).attempt().status() != AttemptStatus.PLACING) {
      return; // told before
    }
    apply(id, new AttemptFact.Refused());
    change.countRefusal();
    int inRow = change.order().refusalsInRow();
    Instant from = change.now().plus(Backoff.after(inRow, retryAfter));
    change.apply(
        new OrderCommand.AttemptRefused(id, code, inRow, situation.earliest(change.order(), from)));
  }

  private void unreached(UUID id) {
    Cause cause = Objects.requireNonNull(attempt(id).attempt().cause());
    change.apply(new OrderCommand.AttemptUnreached(id, cause, situation.next(change.order())));
  }

  private void conversationOver(UUID id) {
    Attempt attempt = attempt(id).attempt();
    Findings.Objection objection = objection(attempt(id));
    if (attempt.reported() == null) {
      change.apply(new OrderCommand.ReportOverdue(id, objection));
      return;
    }
    Conversation conversation = attempt.reported();
    change.apply(
        new OrderCommand.ConversationEnded(
            id,
            objection == null ? conversation : conversation.objecting(objection),
            attempt.endedBy()));
  }

  private static Findings.@Nullable Objection objection(CallAttempt attempt) {
    return attempt.suppressionId() == null
        ? null
        : new Findings.Objection("voice", attempt.suppressionId());
  }

  /** The entry is made at once, for the person and the number, before the call is over. */
  private void objected(UUID id) {
    CallAttempt attempt = attempt(id);
    Suppression entry =
        new Suppression(
            UuidV7.at(realTime.instant(), random),
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
    change.apply(new OrderCommand.Stop(StopReason.SUPPRESSED));
  }

  /** Sets the deadlines that fit how far the attempt has come. */
  private void expectWhatFollows(UUID id) {
    CallAttempt attempt = attempt(id);
    Instant realNow = realTime.instant();
    change.update(
        switch (attempt.attempt().status()) {
          case PLACING -> attempt;
          case PLACED, RINGING ->
              attempt.expecting(null, realNow.plus(CallScript.RING_TIMEOUT).plus(GRACE));
          case ANSWERED ->
              attempt.expecting(null, realNow.plus(CallScript.MAX_DURATION).plus(GRACE));
          case ENDED -> attempt.expecting(reportDue(attempt), null);
          case CLOSED, REFUSED -> attempt.expecting(null, null);
        });
  }

  /** Set once, when the end is told: what else becomes known of it is no reason to wait longer. */
  private Instant reportDue(CallAttempt attempt) {
    Instant known = attempt.sequel().reportDueAt();
    return known == null ? change.now().plus(Attempt.REPORT_PATIENCE) : known;
  }

  private CallAttempt attempt(UUID id) {
    return change.order().attempt(id);
  }

  /** The tenant's time at a real instant. */
  private Instant tenantTime(Instant real) {
    return real.plus(situation.tenant(change.order()).clockOffset());
  }
}
