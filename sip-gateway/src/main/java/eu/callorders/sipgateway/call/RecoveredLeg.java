package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.RequestHandler;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Ends a leg of the process before, to a person or to an agent: by BYE, or by CANCEL until its
 * INVITE is answered. Confined to the event loop.
 */
final class RecoveredLeg implements RequestHandler {
  private static final Duration FIRST_REPETITION = Duration.ofMillis(500); // T1 of RFC 3261

  private final CallEnvironment environment;
  private final Dialog dialog;
  private final DialogSender sender;
  private final Consumer<SipResponse> onFinal;
  private final Timers timers;

  /**
   * @param onFinal receives the final answers to the INVITE, which are acknowledged and ended
   */
  RecoveredLeg(
      CallEnvironment environment,
      Dialog dialog,
      DialogSender sender,
      Consumer<SipResponse> onFinal) {
    this.environment = environment;
    this.dialog = dialog;
    this.sender = sender;
    this.onFinal = onFinal;
    this.timers = new Timers(environment.vertx());
  }

  /**
   * Ends an answered leg.
   *
   * @param store stores the dialog of each BYE
   * @param done runs when the other side knows, or cannot
   */
  void hangUp(Function<Dialog, Future<Void>> store, Runnable done) {
    listen();
    sender.bye(dialog.next(), store, done);
  }

  /** Ends an unanswered leg. */
  void cancel() {
    listen();
    cancel(FIRST_REPETITION);
  }

  private void listen() {
    environment.trunks().allow(dialog.target());
    environment.trunks().allow(NextHop.of(dialog));
    environment.legs().add(dialog.callId(), this);
    timers.start("after", environment.times().afterEnd(), this::forget);
  }

  /** Repeats the CANCEL at growing intervals, as a transaction does. */
  private void cancel(Duration repeatAfter) {
    sender.cancelUnknown(dialog);
    timers.start("cancel", repeatAfter, () -> cancel(repeatAfter.multipliedBy(2)));
  }

  private void forget() {
    timers.cancelAll();
    environment.legs().remove(dialog.callId());
  }

  @Override
  public void onRequest(SipRequest request) {
    if (!request.method().equals("ACK")) {
      int status = request.method().equals("BYE") ? 200 : 481;
      environment.endpoint().respond(request, status, Identifiers.tag(), List.of(), null);
    }
  }

  /** An answer to a request of the process before, or to the CANCEL. */
  @Override
  public void onLateResponse(SipResponse response) {
    boolean answered = response.method().equals("INVITE") && !response.isProvisional();
    if (answered || response.method().equals("CANCEL")) {
      timers.cancel("cancel");
    }
    if (answered) {
      end(response);
      onFinal.accept(response);
    }
  }

  private void end(SipResponse response) {
    if (response.isSuccess()) {
      Dialog late = dialog.answered(response);
      sender.ack(late, dialog.inviteCseq(), List.of());
      sender.bye(late.next(), () -> {});
    } else {
      sender.ackRejection(dialog, response.toTag());
    }
  }
}
