package eu.callorders.bench.sip;

import java.util.Locale;
import java.util.Set;

/** Where the gateway dies in a call; each place is reached for certain. */
enum SipKillPoint {
  BEFORE_THE_INVITE(
      Set.of("", "failed"),
      call -> {
        call.holdSpeech();
        call.place();
        call.awaitSpeech();
        call.killAndStart();
        call.releaseSpeech();
      }),
  AFTER_THE_INVITE(
      Set.of("no_answer", "failed"),
      call -> {
        call.place();
        SipText invite = call.invite();
        call.killAndStart();
        call.cancel(invite);
      }),
  WHILE_IT_RINGS(
      Set.of("no_answer"),
      call -> {
        call.place();
        SipText invite = call.invite();
        call.person().respond(invite, "180 Ringing");
        call.awaitAccepted();
        call.killAndStart();
        call.cancel(invite);
      }),
  BEFORE_THE_ACK(
      Set.of("no_answer"),
      call -> {
        call.place();
        SipText invite = call.invite();
        call.person().respond(invite, "180 Ringing");
        call.awaitAccepted();
        call.freeze();
        call.person().respond(invite, "200 OK");
        call.killAndStart();
        SipText cancel = call.person().await("CANCEL", invite);
        call.person().respond(cancel, "481 Call/Transaction Does Not Exist");
        call.person().respond(invite, "200 OK", cancel.from());
        call.person().await("ACK", invite);
        call.person().respond(call.person().await("BYE", invite), "200 OK");
      }),
  IN_THE_CONVERSATION(
      Set.of("answered"),
      call -> {
        SipText invite = call.answer();
        call.killAndStart();
        call.person().respond(call.person().await("BYE", invite), "200 OK");
      }),
  WHILE_IT_HANGS_UP(
      Set.of("answered"),
      call -> {
        SipText invite = call.answer();
        call.stop();
        call.person().await("BYE", invite);
        call.killAndStart();
        call.person().respond(call.person().await("BYE", invite), "200 OK");
      });

  /** How the call may end, by its one {@code call.ended}; empty: the gateway does not know it. */
  @SuppressWarnings("ImmutableEnumChecker") // an immutable set
  final Set<String> dispositions;

  @SuppressWarnings("ImmutableEnumChecker") // captures nothing
  final Approach approach;

  SipKillPoint(Set<String> dispositions, Approach approach) {
    this.dispositions = dispositions;
    this.approach = approach;
  }

  /** Brings a call there, kills the process, starts another one, and lets that end the call. */
  interface Approach {
    void reach(SipKillPointRun call) throws Exception;
  }

  /** Whether an INVITE has left. */
  boolean isDialed() {
    return this != BEFORE_THE_INVITE;
  }

  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
