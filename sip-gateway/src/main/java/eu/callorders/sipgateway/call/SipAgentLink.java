package eu.callorders.sipgateway.call;

import eu.callorders.core.id.IdKind;
import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.media.RtpSession;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SessionExpires;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A second leg, to an agent at a SIP address, who reports by {@link AgentRoutes}: dialed while the
 * disclosure is spoken, its sound passed on. Confined to the event loop.
 */
final class SipAgentLink implements AgentLink, Leg.Listener, LegDialog.Listener {
  private final CallEnvironment environment;
  private final RemoteConversation conversation;
  private final SipAddress address;
  private final Target target;
  private final String callId = Identifiers.callId();
  private @Nullable RtpSession sound;
  private @Nullable SdpWriter sdp;
  private @Nullable Leg leg;
  private @Nullable LegDialog dialog;
  private boolean takesKeys;
  private boolean legEnded;
  private boolean over;

  /** What happens in the agent's sound, of which only its absence counts. */
  private final class SoundListener implements RtpSession.Listener {
    @Override
    public void onKey(char key) {}

    @Override
    public void onVoicemail() {}

    @Override
    public void onSilence() {
      conversation.context().runOnContext(silent -> failed());
    }
  }

  SipAgentLink(
      CallEnvironment environment,
      RemoteConversation conversation,
      SipAddress address,
      Target target) {
    this.environment = environment;
    this.conversation = conversation;
    this.address = address;
    this.target = target;
  }

  /** False when no port is free. */
  boolean openSound() {
    sound = environment.media().open(new SoundListener()).orElse(null);
    return sound != null;
  }

  @Override
  public void answered() {
    RtpSession opened = sound;
    if (over || opened == null) {
      return;
    }
    Dialog fresh = dialog();
    SdpWriter ours = SdpWriter.of(fresh.viaHost(), opened.port(), Identifiers.sessionId(), false);
    Leg created =
        new Leg(
            environment,
            new DialogSender(environment.endpoint(), null),
            fresh,
            (invited, minSeconds) -> invite(invited, ours),
            this);
    sdp = ours;
    leg = created;
    environment.legs().add(callId, created);
    store(fresh, false)
        .onSuccess(
            stored -> {
              if (over) {
                legEnded = true;
              } else {
                created.invite();
              }
            })
        .onFailure(unstored -> failed());
  }

  private Dialog dialog() {
    InviteFactory.LocalAddress local = environment.invites().address();
    String host = local.host(target);
    int port = local.port(target);
    String ours = "sip:gateway@" + host + ":" + port + target.uriParameter();
    return new Dialog(
        callId,
        ours,
        Identifiers.tag(),
        address.uri(),
        null,
        address.uri(),
        List.of(),
        1,
        1,
        Identifiers.branch(),
        target,
        host,
        port,
        ours);
  }

  private RequestText invite(Dialog invited, SdpWriter ours) {
    return RequestText.of("INVITE", invited, invited.inviteCseq(), invited.branch())
        .contact(invited.contact())
        .header("X-Attempt-Id", IdKind.CALL.format(conversation.call().attemptId()))
        .sdp(ours.offer());
  }

  @Override
  public Future<Void> store(Dialog stored, boolean isAnswered) {
    environment.trunks().allow(NextHop.of(stored));
    return conversation.store(new SavedCall.AgentLeg(stored, isAnswered));
  }

  @Override
  public void onRinging(@Nullable SessionDescription early) {
    connect(early);
  }

  @Override
  public void onAnswered(
      LegDialog answered, @Nullable SessionDescription media, SipResponse response) {
    dialog = answered;
    if (over) {
      hangUp(answered);
    } else if (sdp != null && connect(media)) {
      answered.listen(sdp, this);
      conversation.ready();
    } else {
      failed();
    }
  }

  /** False when that description is not usable. */
  private boolean connect(@Nullable SessionDescription media) {
    if (media == null || sdp == null || sound == null || !sdp.accepts(media)) {
      return false;
    }
    takesKeys = media.eventType() != null;
    sound.connect(media, sdp);
    return true;
  }

  @Override
  public void onLateAnswer() {
    legEnded = true;
  }

  @Override
  public void onRejected(SipResponse response) {
    legEnded = true;
    failed();
  }

  @Override
  public void onSilence() {
    legEnded = true;
    failed();
  }

  @Override
  public void onUnsent(String why) {
    legEnded = true;
    failed();
  }

  private void failed() {
    if (!over) {
      conversation.lost();
    }
  }

  @Override
  public void begin(RtpSession person) {
    RtpSession agent = sound;
    if (agent != null) {
      agent.hear(person::relay);
      person.hear(agent::relay);
    }
  }

  @Override
  public void key(char key) {
    if (takesKeys && sound != null) {
      sound.press(key);
    }
  }

  @Override
  public void onHungUp(@Nullable Integer q850) {
    legEnded = true;
    if (conversation.isSpeaking()) {
      conversation.hangUp();
    } else {
      failed();
    }
  }

  @Override
  public void onMedia(SessionDescription changed) {
    connect(changed);
  }

  /** The leg has no session timer of ours. */
  @Override
  public @Nullable SessionExpires onRefresh(@Nullable SessionExpires wanted) {
    return null;
  }

  @Override
  public void onLost() {
    legEnded = true;
    failed();
  }

  @Override
  public void onKey(char key) {
    // A key of the agent means nothing.
  }

  @Override
  public void end() {
    if (over) {
      return;
    }
    over = true;
    if (sound != null) {
      sound.close();
    }
    if (dialog != null) {
      hangUp(dialog);
    } else if (leg != null && !legEnded) {
      leg.cancel();
    }
    if (leg != null) {
      environment.vertx().setTimer(environment.times().afterEnd().toMillis(), expired -> forget());
    }
  }

  private void hangUp(LegDialog answered) {
    if (!legEnded) {
      legEnded = true;
      answered.hangUp(() -> {});
    }
  }

  private void forget() {
    if (leg != null && dialog == null) {
      leg.giveUp();
    }
    environment.legs().remove(callId);
  }
}
