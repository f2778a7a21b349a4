package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.media.RtpSession;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.SessionExpires;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A call from its answer to its report. Confined to the event loop. */
final class AnsweredCall implements LegDialog.Listener, Conversation.Listener {
  private static final Duration MIN_EXPIRY_MARGIN = Duration.ofSeconds(32);

  private final CallJournal journal;
  private final Duration shortestSession;
  private final CallObserver observer;
  private final AgentAlert alert;
  private final LegDialog dialog;
  private final RtpSession sound;
  private final Conversation conversation;
  private final CallStore store;
  private final Runnable release;
  private final Runnable onHungUp;
  private final Timers timers;
  private @Nullable SdpWriter sdp;
  private @Nullable SessionExpires session;
  private boolean disclosed;
  private boolean over;
  private boolean hungUp;
  private boolean reported;

  /**
   * @param release frees what the conversation uses
   * @param onHungUp runs when the other side knows of the end
   */
  AnsweredCall(
      CallJournal journal,
      CallEnvironment environment,
      LegDialog dialog,
      RtpSession sound,
      Conversation conversation,
      CallStore store,
      Runnable release,
      Runnable onHungUp) {
    this.journal = journal;
    this.shortestSession = environment.times().shortestSession();
    this.observer = environment.observer();
    this.alert = environment.agentAlert();
    this.dialog = dialog;
    this.sound = sound;
    this.conversation = conversation;
    this.store = store;
    this.release = release;
    this.onHungUp = onHungUp;
    this.timers = new Timers(environment.vertx());
  }

  /**
   * Speaks and listens.
   *
   * @param disclosure samples of the first sentence
   */
  void start(SdpWriter ours, SessionDescription media, SipResponse response, short[] disclosure) {
    journal.answered();
    observer.onConversation(media);
    sdp = ours;
    dialog.listen(ours, this);
    sound.connect(media, ours);
    timers.start("duration", journal.call().maxDuration(), () -> hangUp("platform", Cause.NORMAL));
    onRefreshed(response.sessionExpires());
    conversation.start(sound, disclosure, this);
  }

  /** A side that no longer asks for a session timer may not refresh it: then we do. */
  @Override
  public @Nullable SessionExpires onRefresh(@Nullable SessionExpires wanted) {
    SessionExpires before = session;
    session =
        wanted != null || before == null ? wanted : new SessionExpires(before.seconds(), true);
    startSession();
    return session;
  }

  /** A side that grants none is refreshed all the same. */
  @Override
  public void onRefreshed(@Nullable SessionExpires granted) {
    session = granted == null ? session : granted;
    startSession();
  }

  /** Restarts the timer of RFC 4028: we refresh at half time, or expect it in time. */
  private void startSession() {
    SessionExpires timer = session;
    if (timer == null || over) {
      return;
    }
    Duration whole = duration(timer);
    Duration margin = whole.dividedBy(3);
    Duration end =
        whole.minus(margin.compareTo(MIN_EXPIRY_MARGIN) < 0 ? margin : MIN_EXPIRY_MARGIN);
    timers.start("session", end, () -> hangUp("network", Cause.CARRIER_FAULT));
    timers.cancel("refresh");
    if (timer.weRefresh()) {
      startRefresh(whole, whole.dividedBy(2));
    }
  }

  private Duration duration(SessionExpires timer) {
    Duration granted = Duration.ofSeconds(timer.seconds());
    return granted.compareTo(shortestSession) < 0 ? shortestSession : granted;
  }

  private void startRefresh(Duration whole, Duration wait) {
    timers.start("refresh", wait, () -> dialog.refresh((int) whole.toSeconds()));
  }

  /** The side that has made the Call-ID waits for 2.1 to 4 seconds (RFC 3261, section 14.1). */
  @Override
  public void onConflict() {
    SessionExpires timer = session;
    if (timer != null && !over) {
      long wait = ThreadLocalRandom.current().nextLong(2_100, 4_001);
      startRefresh(duration(timer), Duration.ofMillis(wait));
    }
  }

  /** Hangs up for a reason of ours. */
  void hangUp(String actor, Cause cause) {
    if (!over) {
      end(Disposition.ANSWERED, cause, actor);
      dialog.hangUp(this::hungUp);
    }
  }

  @Override
  public void onHungUp(@Nullable Integer q850) {
    boolean person = q850 == null || q850 == 16 || q850 == 31;
    finish(person ? "subject" : "network");
  }

  @Override
  public void onLost() {
    finish("network");
  }

  /** The dialog has ended on the other side. */
  private void finish(String actor) {
    if (!over) {
      end(Disposition.ANSWERED, Cause.NORMAL, actor);
      hungUp();
    }
  }

  @Override
  public void onKey(char key) {
    if (!over) {
      observer.onKey();
      conversation.onKey(key);
    }
  }

  @Override
  public void onMedia(SessionDescription changed) {
    if (!over && sdp != null) {
      sound.connect(changed, sdp);
    }
  }

  void onSoundLost() {
    hangUp("network", Cause.CARRIER_FAULT);
  }

  @Override
  public void onDisclosed() {
    disclosed = true;
    journal.disclosed();
    store.disclosed();
  }

  @Override
  public void onObjection() {
    journal.objection("voice");
  }

  /** The sound proves a machine, unless a key was pressed. */
  void onVoicemail() {
    if (!over) {
      conversation.onVoicemail();
    }
  }

  @Override
  public void onMachine() {
    end(Disposition.VOICEMAIL, Cause.NORMAL, null);
    dialog.hangUp(this::hungUp);
  }

  @Override
  public Future<Void> onAgentLeg(SavedCall.AgentLeg leg) {
    return store.agent(leg);
  }

  @Override
  public void onFinished() {
    hangUp("agent", Cause.NORMAL);
  }

  @Override
  public void onFault(String why) {
    alert.failed("the agent cannot speak: " + why);
    hangUp("provider", Cause.CARRIER_FAULT);
  }

  private void end(Disposition disposition, Cause cause, @Nullable String actor) {
    over = true;
    observer.onSoundEnd(sound.statistics());
    timers.cancelAll();
    conversation.stop();
    journal.ended(disposition, cause, actor);
    release.run();
    if (disposition == Disposition.ANSWERED) {
      conversation.report(disclosed).onComplete(done -> reported());
    } else {
      journal.reportTurns();
      reported();
    }
  }

  private void hungUp() {
    hungUp = true;
    finishIfComplete();
    onHungUp.run();
  }

  private void reported() {
    reported = true;
    finishIfComplete();
  }

  /** A report may come long after the end of the call. */
  private void finishIfComplete() {
    if (hungUp && reported) {
      journal.finish();
    }
  }
}
