package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.call.Trunks.Candidate;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.Target;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The legs of one call, one at a time: each goes to the next address or carrier, with the Call-ID,
 * tag and CSeq of the one before. Confined to the event loop.
 */
final class CallLegs {
  private final CallEnvironment environment;
  private final PlaceCall call;
  private final String callId;
  private final Leg.Listener listener;
  private final Deque<Candidate> candidates = new ArrayDeque<>();
  private @Nullable Current current;

  /**
   * The leg in use.
   *
   * @param sdp writes our descriptions
   */
  record Current(Leg leg, CallTrunk trunk, Target target, SdpWriter sdp) {}

  CallLegs(CallEnvironment environment, PlaceCall call, String callId, Leg.Listener listener) {
    this.environment = environment;
    this.call = call;
    this.callId = callId;
    this.listener = listener;
  }

  /** False when the call may go to none of these addresses. */
  boolean use(List<Candidate> found) {
    candidates.addAll(found);
    return hasNext();
  }

  /**
   * Whether there is another address; those of carriers that do not admit the call are left out.
   */
  boolean hasNext() {
    while (!candidates.isEmpty() && !isAdmitted(candidates.element().trunk())) {
      candidates.remove();
    }
    return !candidates.isEmpty();
  }

  /** All addresses of a carrier are tried, whatever the first one has said of it. */
  private boolean isAdmitted(@Nullable Trunk trunk) {
    return trunk == null
        || (current != null && current.trunk().trunk() == trunk)
        || trunk.admit(call.attemptId(), environment.clock().instant());
  }

  boolean isOpen() {
    return current != null;
  }

  /** Fails before the first leg. */
  Current current() {
    if (current == null) {
      throw new IllegalStateException("no leg");
    }
    return current;
  }

  /**
   * Creates the next leg, whose INVITE is not sent yet.
   *
   * @param soundPort where we receive sound
   */
  Current openNext(int soundPort) {
    Candidate next = candidates.remove();
    CallTrunk trunk = new CallTrunk(next.trunk(), call, environment.clock());
    Dialog fresh =
        environment
            .invites()
            .dialog(call, callId, trunk.settings(), next.target())
            .routed(trunk.routes());
    Dialog dialog = current == null ? fresh : fresh.continuing(current.leg().dialog());
    boolean encrypted = next.trunk() != null && next.trunk().settings().srtp();
    SdpWriter sdp = SdpWriter.of(dialog.viaHost(), soundPort, Identifiers.sessionId(), encrypted);
    Leg leg =
        new Leg(
            environment,
            new DialogSender(environment.endpoint(), trunk.credentials()),
            dialog,
            (invited, minSeconds) ->
                environment
                    .invites()
                    .invite(
                        invited,
                        call,
                        trunk.settings(),
                        sdp.offer(),
                        environment.settings().sessionExpires(),
                        minSeconds),
            listener);
    environment.legs().add(callId, leg);
    Current opened = new Current(leg, trunk, next.target(), sdp);
    current = opened;
    return opened;
  }

  /** Forgets the leg when late answers are no longer expected. */
  void forgetLater() {
    environment
        .vertx()
        .setTimer(
            environment.times().afterEnd().toMillis(),
            expired -> environment.legs().remove(callId));
  }
}
