package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.RequestHandler;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import java.time.Duration;
import java.util.List;

/** Ends the leg to an agent of the process before. Confined to the event loop. */
final class RecoveredAgentLeg implements RequestHandler {
  private static final Duration FIRST_REPETITION = Duration.ofMillis(500); // T1 of RFC 3261

  private final CallEnvironment environment;
  private final SavedCall.AgentLeg saved;
  private final DialogSender sender;
  private final Timers timers;

  RecoveredAgentLeg(CallEnvironment environment, SavedCall.AgentLeg saved) {
    this.environment = environment;
    this.saved = saved;
    this.sender = new DialogSender(environment.endpoint(), null);
    this.timers = new Timers(environment.vertx());
  }

  void end() {
    Dialog dialog = saved.dialog();
    environment.trunks().allow(dialog.target());
    environment.trunks().allow(NextHop.of(dialog));
    environment.legs().add(dialog.callId(), this);
    timers.start("after", environment.times().afterEnd(), this::forget);
    if (saved.answered()) {
      sender.bye(dialog.next(), () -> {});
    } else {
      cancel(FIRST_REPETITION);
    }
  }

  /** Repeats the CANCEL at growing intervals until it or the INVITE is answered. */
  private void cancel(Duration repeatAfter) {
    sender.cancelUnknown(saved.dialog());
    timers.start("cancel", repeatAfter, () -> cancel(repeatAfter.multipliedBy(2)));
  }

  private void forget() {
    timers.cancelAll();
    environment.legs().remove(saved.dialog().callId());
  }

  @Override
  public void onRequest(SipRequest request) {
    if (!request.method().equals("ACK")) {
      int status = request.method().equals("BYE") ? 200 : 481;
      environment.endpoint().respond(request, status, Identifiers.tag(), List.of(), null);
    }
  }

  @Override
  public void onLateResponse(SipResponse response) {
    if (response.method().equals("CANCEL")) {
      timers.cancel("cancel");
    }
    if (!response.method().equals("INVITE") || response.isProvisional()) {
      return;
    }
    timers.cancel("cancel");
    Dialog dialog = saved.dialog();
    if (response.isSuccess()) {
      Dialog late = dialog.answered(response);
      sender.ack(late, dialog.inviteCseq(), null);
      sender.bye(late.next(), () -> {});
    } else {
      sender.ackRejection(dialog, response.toTag());
    }
  }
}
