package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.KeypadAgent;
import eu.callorders.sipgateway.call.CallOutcome.TrunkVerdict;
import eu.callorders.sipgateway.call.Trunks.Candidate;
import eu.callorders.sipgateway.digest.DigestCredentials;
import eu.callorders.sipgateway.media.RtpSession;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call from its placing to its answer or end. Confined to the event loop. */
final class SipCall implements Leg.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(SipCall.class);

  private final CallJournal journal;
  private final PlaceCall call;
  private final String callId;
  private final CallEnvironment environment;
  private final Consumer<SipCall> onEnd;
  private final KeypadAgent agent;
  private final Timers timers;
  private final Promise<PlaceResult> decision = Promise.promise();
  private final Deque<Candidate> candidates = new ArrayDeque<>();
  private final RtpSession.Listener soundListener;
  private @Nullable Candidate candidate;
  private @Nullable RtpSession sound;
  private @Nullable SdpWriter sdp;
  private @Nullable Leg leg;
  private @Nullable AnsweredCall answered;
  private short[] disclosure = {};
  private boolean ringing;
  private boolean stopped;
  private boolean ended;

  /**
   * @param onEnd runs once when the call no longer uses a channel
   */
  SipCall(CallJournal journal, CallEnvironment environment, Consumer<SipCall> onEnd) {
    this.journal = journal;
    this.call = journal.call();
    this.callId = Objects.requireNonNull(journal.sipCallId());
    this.environment = environment;
    this.onEnd = onEnd;
    this.timers = new Timers(environment.vertx());
    this.soundListener = new SoundListener(environment.vertx().getOrCreateContext());
    this.agent =
        new KeypadAgent(
            call.briefing(),
            call.locale(),
            environment.clock().instant().atZone(ZoneOffset.UTC).toLocalDate());
  }

  UUID attemptId() {
    return call.attemptId();
  }

  /** Prepares and dials; the result comes with the trunk's first sign. */
  Future<PlaceResult> place() {
    environment
        .speaker()
        .render(call.disclosure(), agent.language())
        .onSuccess(
            samples -> {
              disclosure = samples;
              findCandidates();
            })
        .onFailure(
            fault -> {
              LOG.error("alert: the disclosure cannot be spoken: {}", fault.getMessage());
              refuse(RefusalReason.AGENT_UNAVAILABLE, null);
            });
    return decision.future();
  }

  private void findCandidates() {
    environment
        .trunks()
        .candidates()
        .onSuccess(
            found -> {
              candidates.addAll(found);
              openSound();
            })
        .onFailure(unknown -> refuse(RefusalReason.TRUNK_FAULT, null));
  }

  private void openSound() {
    RtpSession session = environment.media().open(soundListener).orElse(null);
    if (session == null) {
      refuse(RefusalReason.CAPACITY, Duration.ofSeconds(5));
      return;
    }
    sound = session;
    dialNext(dialogTo(candidates.remove()));
  }

  private Dialog dialogTo(Candidate next) {
    candidate = next;
    return environment
        .invites()
        .dialog(call, callId, next.trunk() == null ? null : next.trunk().settings(), next.target());
  }

  /** Stores the identity of the leg, then sends its INVITE. */
  private void dialNext(Dialog dialog) {
    Candidate next = Objects.requireNonNull(candidate);
    RtpSession session = Objects.requireNonNull(sound);
    SdpWriter writer = new SdpWriter(dialog.viaHost(), session.port(), Identifiers.sessionId());
    sdp = writer;
    Trunk trunk = next.trunk();
    Leg created =
        new Leg(
            environment.endpoint(),
            new DialogSender(environment.endpoint(), credentials(trunk)),
            dialog,
            (current, minSeconds) ->
                environment
                    .invites()
                    .invite(
                        current,
                        call,
                        trunk == null ? null : trunk.settings(),
                        writer.offer(1),
                        environment.settings().sessionExpires(),
                        minSeconds),
            this);
    leg = created;
    environment.legs().add(callId, created);
    store(dialog, false).onSuccess(stored -> dial(created)).onFailure(decision::tryFail);
  }

  private static @Nullable DigestCredentials credentials(@Nullable Trunk trunk) {
    return trunk == null || trunk.settings().user() == null || trunk.settings().password() == null
        ? null
        : new DigestCredentials(trunk.settings().user(), trunk.settings().password());
  }

  private void dial(Leg created) {
    if (stopped) {
      end(Disposition.CANCELED, Cause.STOPPED, null);
    } else if (environment.clock().instant().isAfter(call.notAfter())) {
      refuse(RefusalReason.TOO_LATE, null);
    } else {
      Trunk trunk = Objects.requireNonNull(candidate).trunk();
      if (trunk != null) {
        trunk.placed();
      }
      created.invite();
      timers.start("decision", environment.times().decision(), this::accept);
      timers.start("ringing", environment.times().beforeRinging(), this::startRingTimer);
    }
  }

  /** The service knows of the call from now on. */
  void accept() {
    timers.cancel("decision");
    decision.tryComplete(new PlaceResult.Accepted(journal.gatewayRef()));
  }

  private void startRingTimer() {
    timers.cancel("ringing");
    timers.start("ring", call.ringTimeout(), this::cancelLeg);
  }

  /** The service cancels the call. */
  void stop() {
    if (ended) {
      return;
    }
    accept();
    stopped = true;
    if (answered != null) {
      answered.hangUp("platform", Cause.STOPPED);
    } else {
      cancelLeg();
    }
  }

  /** The process ends. */
  void shutDown() {
    if (answered != null) {
      answered.hangUp("provider", Cause.CARRIER_FAULT);
    } else {
      cancelLeg();
    }
  }

  /** The final answer must come soon after; otherwise the call ends without it. */
  private void cancelLeg() {
    if (leg != null && !ended && !leg.isCanceled()) {
      leg.cancel();
      timers.start("canceled", environment.times().afterEnd(), this::endCanceled);
    }
  }

  private void endCanceled() {
    if (stopped) {
      end(Disposition.CANCELED, Cause.STOPPED, null);
    } else {
      end(AnswerDecider.ringTimeout(), null);
    }
  }

  @Override
  public Future<Void> store(Dialog dialog, boolean isAnswered) {
    environment.trunks().allow(NextHop.of(dialog));
    save(dialog, isAnswered, false);
    return journal.whenDurable();
  }

  private void save(Dialog dialog, boolean isAnswered, boolean disclosed) {
    Trunk trunk = candidate == null ? null : candidate.trunk();
    journal.save(
        new SavedCall(
            dialog,
            trunk == null ? null : trunk.settings().name(),
            isAnswered,
            ringing,
            stopped,
            disclosed,
            agent.language()));
  }

  @Override
  public void onRinging(@Nullable SessionDescription early) {
    accept();
    if (!ringing) {
      ringing = true;
      journal.ringing();
      Trunk trunk = Objects.requireNonNull(candidate).trunk();
      if (trunk != null) {
        trunk.ringing(environment.clock().instant());
      }
      save(Objects.requireNonNull(leg).dialog(), false, false);
      startRingTimer();
    }
    if (early != null && early.isUsable() && sound != null) {
      sound.connect(early);
    }
  }

  @Override
  public void onAnswered(
      LegDialog dialog, @Nullable SessionDescription media, SipResponse response) {
    accept();
    Trunk trunk = Objects.requireNonNull(candidate).trunk();
    if (trunk != null) {
      trunk.ringing(environment.clock().instant());
    }
    if (ended) {
      dialog.hangUp(() -> {});
      return;
    }
    timers.cancelAll();
    if (media == null || !media.isUsable()) {
      dialog.hangUp(() -> {});
      end(
          Disposition.FAILED,
          Cause.CARRIER_FAULT,
          new NetworkCause(response.status(), null, "no usable media"));
      return;
    }
    AnsweredCall started =
        new AnsweredCall(
            journal,
            environment,
            dialog,
            Objects.requireNonNull(sound),
            agent,
            disclosed -> save(Objects.requireNonNull(leg).dialog(), true, disclosed),
            this::release,
            this::finish);
    answered = started;
    if (stopped) {
      journal.answered();
      started.hangUp("platform", Cause.STOPPED);
    } else {
      started.start(Objects.requireNonNull(sdp), media, response, disclosure);
    }
  }

  @Override
  public void onLateAnswer() {
    Trunk trunk = Objects.requireNonNull(candidate).trunk();
    if (trunk != null) {
      trunk.ringing(environment.clock().instant());
    }
    endCanceled();
  }

  @Override
  public void onRejected(SipResponse response) {
    boolean canceled = Objects.requireNonNull(leg).isCanceled();
    if (canceled && (stopped || response.status() == 487)) {
      endCanceled();
      return;
    }
    Trunk trunk = Objects.requireNonNull(candidate).trunk();
    FinalAnswer answer =
        new FinalAnswer(
            response.status(),
            response.q850(),
            ringing,
            trunk == null || trunk.isGood(environment.clock().instant()));
    CallOutcome outcome = AnswerDecider.decide(answer);
    if (trunk != null) {
      trunk.ended(outcome, answer, call.to().e164(), environment.clock().instant());
    }
    if (outcome.trunk() == TrunkVerdict.PROVEN_FAULT) {
      tryNext(outcome, response);
    } else {
      end(outcome, response);
    }
  }

  @Override
  public void onSilence() {
    CallOutcome outcome = AnswerDecider.unknown("no answer to the INVITE");
    Trunk trunk = Objects.requireNonNull(candidate).trunk();
    if (trunk != null) {
      trunk.ended(outcome, null, call.to().e164(), environment.clock().instant());
    }
    end(outcome, null);
  }

  @Override
  public void onUnsent(String why) {
    if (stopped) {
      end(Disposition.CANCELED, Cause.STOPPED, null);
      return;
    }
    CallOutcome outcome =
        new CallOutcome(
            Disposition.FAILED, Cause.CARRIER_FAULT, TrunkVerdict.PROVEN_FAULT, "not sent");
    Trunk trunk = Objects.requireNonNull(candidate).trunk();
    if (trunk != null) {
      trunk.ended(outcome, null, call.to().e164(), environment.clock().instant());
    }
    LOG.warn("INVITE not sent to {}: {}", Objects.requireNonNull(candidate).target(), why);
    tryNext(outcome, null);
  }

  /** Nothing rang: the next address or carrier is tried, else the placing is refused. */
  private void tryNext(CallOutcome outcome, @Nullable SipResponse response) {
    Candidate next = candidates.poll();
    if (next != null && !stopped) {
      Dialog previous = Objects.requireNonNull(leg).dialog();
      dialNext(dialogTo(next).continuing(previous));
    } else if (decision.future().isComplete()) {
      end(outcome, response);
    } else {
      Integer seconds = response == null ? null : response.retryAfter();
      refuse(RefusalReason.TRUNK_FAULT, seconds == null ? null : Duration.ofSeconds(seconds));
    }
  }

  /** Nothing was dialed. A call that the service knows of ends instead. */
  private void refuse(RefusalReason reason, @Nullable Duration retryAfter) {
    if (ended) {
      return;
    }
    if (stopped) {
      end(Disposition.CANCELED, Cause.STOPPED, null);
      return;
    }
    if (decision.future().isComplete()) {
      end(Disposition.FAILED, Cause.CARRIER_FAULT, null);
      return;
    }
    release();
    onEnd.accept(this);
    decision.tryComplete(new PlaceResult.Refused(reason, retryAfter));
  }

  private void end(CallOutcome outcome, @Nullable SipResponse response) {
    end(
        outcome.disposition(),
        outcome.cause(),
        new NetworkCause(
            response == null ? null : response.status(),
            response == null ? null : response.q850(),
            outcome.detail()));
  }

  private void end(Disposition disposition, Cause cause, @Nullable NetworkCause network) {
    accept();
    if (!ended) {
      journal.ended(disposition, cause, null, network);
      release();
      finish();
    }
  }

  private void finish() {
    journal.finish();
    onEnd.accept(this);
  }

  /** Frees everything; late answers of the leg are still ended for a while. */
  private void release() {
    if (ended) {
      return;
    }
    ended = true;
    timers.cancelAll();
    if (sound != null) {
      sound.close();
    }
    if (leg != null && answered == null) {
      leg.giveUp();
    }
    if (candidate != null && candidate.trunk() != null) {
      candidate.trunk().released();
    }
    environment
        .vertx()
        .setTimer(
            environment.times().afterEnd().toMillis(),
            expired -> environment.legs().remove(callId));
  }

  /** Hands what the sound brings to the event loop. */
  private final class SoundListener implements RtpSession.Listener {
    private final Context context;

    private SoundListener(Context context) {
      this.context = context;
    }

    @Override
    public void onKey(char key) {
      report(call -> call.onKey(key));
    }

    @Override
    public void onVoicemail() {
      report(AnsweredCall::onVoicemail);
    }

    @Override
    public void onSilence() {
      report(AnsweredCall::onSoundLost);
    }

    private void report(Consumer<AnsweredCall> event) {
      context.runOnContext(
          now -> {
            if (answered != null) {
              event.accept(answered);
            }
          });
    }
  }
}
