package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.call.CallPreparation.IncompleteException;
import eu.callorders.sipgateway.call.CallProgress.Step;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call from its placing to its answer or end: passes what happens to {@link CallProgress} and
 * does what that requests. Confined to the event loop.
 */
final class SipCall implements Leg.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(SipCall.class);

  private final CallJournal journal;
  private final PlaceCall call;
  private final CallEnvironment environment;
  private final Consumer<SipCall> onEnd;
  private final ConversationFactory agents;
  private final Timers timers;
  private final CallLegs legs;
  private final CallStore store;
  private final Promise<PlaceResult> decision = Promise.promise();
  private CallProgress progress = CallProgress.begin();
  private RefusalReason missing = RefusalReason.AGENT_UNAVAILABLE;
  private @Nullable CallPreparation prepared;
  private @Nullable Answer answer;
  private @Nullable AnsweredCall answered;

  /** The 2xx of the call. */
  private record Answer(
      LegDialog dialog, @Nullable SessionDescription media, SipResponse response) {}

  /** {@code onEnd} runs once when the call no longer uses a channel. */
  SipCall(
      CallJournal journal,
      CallEnvironment environment,
      ConversationFactory agents,
      Consumer<SipCall> onEnd) {
    this.journal = journal;
    this.call = journal.call();
    this.environment = environment;
    this.onEnd = onEnd;
    this.timers = new Timers(environment.vertx());
    this.legs = new CallLegs(environment, call, Objects.requireNonNull(journal.sipCallId()), this);
    this.agents = agents;
    this.store = new CallStore(journal, agents.language(call));
  }

  UUID attemptId() {
    return call.attemptId();
  }

  /** Prepares and dials; the result comes with the trunk's first sign, or in time without it. */
  Future<PlaceResult> place() {
    timers.start(
        "decision",
        environment.times().decision(),
        () -> perform(progress.decide(prepared == null ? missing : null)));
    SoundEvents events = new SoundEvents(environment.vertx().getOrCreateContext(), () -> answered);
    CallPreparation.prepare(
            environment, agents, journal, events, () -> missing = RefusalReason.TRUNK_FAULT)
        .onSuccess(this::dial)
        .onFailure(this::unprepared);
    return decision.future();
  }

  private void unprepared(Throwable fault) {
    if (fault instanceof IncompleteException missing) {
      perform(progress.refuse(missing.reason(), missing.retryAfter()));
    } else {
      decision.tryFail(fault);
    }
  }

  private void dial(CallPreparation complete) {
    if (progress.hasEnded()) {
      complete.release();
      return;
    }
    prepared = complete;
    complete.conversation().whenLost(() -> perform(progress.loseAgent()));
    if (!progress.hasEnded() && legs.use(complete.candidates())) {
      dialNext();
    } else {
      perform(progress.refuse(RefusalReason.TRUNK_FAULT, null)); // unless it has ended
    }
  }

  /** The service knows of the call from now on. */
  void accept() {
    perform(progress.accept());
  }

  /** The service cancels the call. */
  void stop() {
    store.stopped();
    perform(progress.stop());
  }

  /** The process ends. */
  void drain() {
    perform(progress.drain());
  }

  @Override
  public Future<Void> store(Dialog dialog, boolean isAnswered) {
    environment.trunks().allow(NextHop.of(dialog));
    return save(dialog, isAnswered);
  }

  @Override
  public void onRinging(@Nullable SessionDescription early) {
    legs.current().trunk().ringing();
    perform(progress.ringing());
    SdpWriter ours = legs.current().sdp();
    if (early != null && ours.accepts(early) && prepared != null) {
      prepared.sound().connect(early, ours);
    }
  }

  @Override
  public void onAnswered(
      LegDialog dialog, @Nullable SessionDescription media, SipResponse response) {
    legs.current().trunk().ringing();
    answer = new Answer(dialog, media, response);
    boolean hasSound = media != null && legs.current().sdp().accepts(media);
    perform(
        progress.answered(hasSound, new NetworkCause(response.status(), null, "no usable media")));
  }

  @Override
  public void onLateAnswer() {
    legs.current().trunk().ringing();
    perform(progress.endCanceled());
  }

  @Override
  public void onRejected(SipResponse response) {
    CallTrunk trunk = legs.current().trunk();
    FinalAnswer rejection = trunk.rejection(response, progress.rang());
    CallOutcome outcome = AnswerDecider.decide(rejection);
    if (!legs.current().leg().isCanceled()) {
      trunk.ended(outcome, rejection);
    }
    perform(
        progress.rejected(
            outcome, outcome.network(response), legs.hasNext(), CallTrunk.retryAfter(response)));
  }

  @Override
  public void onSilence() {
    CallOutcome outcome = AnswerDecider.unknown("no answer to the INVITE");
    legs.current().trunk().ended(outcome, null);
    perform(progress.silent(outcome));
  }

  @Override
  public void onUnsent(String why) {
    CallOutcome outcome = AnswerDecider.unsent();
    if (!legs.current().leg().isCanceled()) {
      legs.current().trunk().ended(outcome, null);
      LOG.warn("INVITE not sent to {}: {}", legs.current().target(), why);
    }
    perform(progress.unsent(outcome, legs.hasNext()));
  }

  private void perform(Step step) {
    progress = step.next();
    step.actions().forEach(this::perform);
  }

  private void perform(CallAction action) {
    switch (action) {
      case CallAction.Accept accept -> acceptPlacing();
      case CallAction.Refuse refuse -> refuse(refuse);
      case CallAction.SendInvite send -> sendInvite();
      case CallAction.DialNext next -> dialNext();
      case CallAction.ReportRinging ringing -> reportRinging();
      case CallAction.CancelLeg cancel -> cancelLeg();
      case CallAction.EndLeg end -> Objects.requireNonNull(answer).dialog().hangUp(() -> {});
      case CallAction.Converse converse -> converse(Objects.requireNonNull(answer));
      case CallAction.HangUp hangUp ->
          Objects.requireNonNull(answered).hangUp(hangUp.actor(), hangUp.cause());
      case CallAction.End end -> end(end);
    }
  }

  private void acceptPlacing() {
    timers.cancel("decision");
    decision.tryComplete(new PlaceResult.Accepted(journal.gatewayRef()));
  }

  private void refuse(CallAction.Refuse refuse) {
    release();
    onEnd.accept(this);
    decision.tryComplete(new PlaceResult.Refused(refuse.reason(), refuse.retryAfter()));
  }

  /** Stores the identity of the leg, before its INVITE may leave. */
  private void dialNext() {
    Leg leg = legs.openNext(Objects.requireNonNull(prepared).sound().port()).leg();
    store(leg.dialog(), false)
        .onSuccess(
            stored ->
                perform(progress.stored(environment.clock().instant().isAfter(call.notAfter()))))
        .onFailure(decision::tryFail);
  }

  private void sendInvite() {
    legs.current().leg().invite();
    timers.start("ringing", environment.times().beforeRinging(), this::startRingTimer);
  }

  private void startRingTimer() {
    timers.start("ring", call.ringTimeout(), () -> perform(progress.ringTimeout()));
  }

  private void reportRinging() {
    journal.ringing();
    save(legs.current().leg().dialog(), false);
    if (timers.cancel("ringing")) { // otherwise the ring time has begun without a 18x
      startRingTimer();
    }
  }

  private void cancelLeg() {
    legs.current().leg().cancel();
    timers.start("canceled", environment.times().afterEnd(), () -> perform(progress.endCanceled()));
  }

  private void converse(Answer accepted) {
    timers.cancelAll();
    CallPreparation complete = Objects.requireNonNull(prepared);
    AnsweredCall started =
        new AnsweredCall(
            journal,
            environment,
            accepted.dialog(),
            complete.sound(),
            complete.conversation(),
            store,
            this::conversationEnded,
            () -> onEnd.accept(this));
    answered = started;
    started.start(
        legs.current().sdp(),
        Objects.requireNonNull(accepted.media()),
        accepted.response(),
        complete.disclosure().samples());
  }

  private void conversationEnded() {
    progress = progress.ended();
    release();
  }

  private void end(CallAction.End end) {
    journal.ended(end.disposition(), end.cause(), null, end.network());
    release();
    journal.finish();
    onEnd.accept(this);
  }

  private Future<Void> save(Dialog dialog, boolean isAnswered) {
    return store.save(dialog, legs.current().trunk().name(), progress, isAnswered);
  }

  /** Frees everything; late answers of the leg are still ended for a while. */
  private void release() {
    timers.cancelAll();
    environment.trunks().release(attemptId());
    if (prepared != null) {
      prepared.release();
    }
    if (legs.isOpen()) {
      if (answered == null) {
        legs.current().leg().giveUp();
      }
      legs.forgetLater();
    }
  }
}
