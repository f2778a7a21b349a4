package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.KeypadOutcome;
import eu.callorders.sipgateway.agent.ReportDocument;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.RequestHandler;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends a call of the process before: CANCEL or BYE, and one {@code call.ended} with what is known.
 * Nothing is placed again. Confined to the event loop.
 */
final class RecoveredCall implements RequestHandler {
  private static final String PROVIDER = "provider";
  private static final Duration FIRST_REPETITION = Duration.ofMillis(500); // T1 of RFC 3261

  private final CallJournal journal;
  private final CallEnvironment environment;
  private final SavedCall saved;
  private final DialogSender sender;
  private final Timers timers;

  RecoveredCall(
      CallJournal journal, CallEnvironment environment, SavedCall saved, DialogSender sender) {
    this.journal = journal;
    this.environment = environment;
    this.saved = saved;
    this.sender = sender;
    this.timers = new Timers(environment.vertx());
  }

  void end() {
    Dialog dialog = saved.dialog();
    environment.trunks().allow(dialog.target());
    environment.trunks().allow(NextHop.of(dialog));
    environment.legs().add(dialog.callId(), this);
    timers.start(
        "after", environment.times().afterEnd(), () -> environment.legs().remove(dialog.callId()));
    if (saved.agent() != null) {
      new RecoveredAgentLeg(environment, saved.agent()).end();
    }
    if (saved.answered()) {
      endAnswered(dialog);
    } else {
      cancel(FIRST_REPETITION);
      timers.start("silence", environment.times().afterEnd().minusMillis(1), this::silence);
    }
  }

  /**
   * Repeats the CANCEL at growing intervals, as a transaction does, until the INVITE is answered.
   */
  private void cancel(Duration repeatAfter) {
    sender.cancelUnknown(saved.dialog());
    timers.start("cancel", repeatAfter, () -> cancel(repeatAfter.multipliedBy(2)));
  }

  private void endAnswered(Dialog dialog) {
    sender.bye(dialog.next(), journal::finish);
    if (journal.answeredAt() == null) {
      journal.answered();
    }
    journal.ended(Disposition.ANSWERED, Cause.CARRIER_FAULT, PROVIDER);
    reportIfMissing(journal, saved.disclosed(), saved.language());
  }

  /** The report of a conversation that was cut off, unless there is one. */
  static void reportIfMissing(CallJournal journal, boolean disclosed, String language) {
    boolean reported = journal.events().stream().anyMatch(GatewayEvent.Report.class::isInstance);
    boolean voicemail =
        journal.events().stream()
            .anyMatch(
                event ->
                    event instanceof GatewayEvent.Ended ended
                        && ended.disposition() == Disposition.VOICEMAIL);
    boolean objected = journal.events().stream().anyMatch(GatewayEvent.Objection.class::isInstance);
    if (!reported && !voicemail && journal.answeredAt() != null) {
      KeypadOutcome outcome =
          objected
              ? new KeypadOutcome(
                  SummaryCode.OBJECTION_TO_CALLS,
                  false,
                  Map.of("objection", Map.of("scope", "voice")))
              : new KeypadOutcome(SummaryCode.CONVERSATION_INCOMPLETE, false, Map.of());
      journal.report(ReportDocument.of(outcome, disclosed, language));
    }
  }

  private void silence() {
    if (saved.stopped()) {
      finish(Disposition.CANCELED, Cause.STOPPED, null);
    } else {
      finish(
          Disposition.FAILED,
          Cause.OUTCOME_UNKNOWN,
          new NetworkCause(null, null, "no answer after a restart"));
    }
  }

  private void finish(Disposition disposition, Cause cause, @Nullable NetworkCause network) {
    timers.cancel("silence");
    timers.cancel("cancel");
    journal.ended(disposition, cause, null, network);
    journal.finish();
  }

  @Override
  public void onRequest(SipRequest request) {
    if (!request.method().equals("ACK")) {
      int status = request.method().equals("BYE") ? 200 : 481;
      environment.endpoint().respond(request, status, Identifiers.tag(), List.of(), null);
    }
  }

  /** The final answer to an INVITE of the process before. */
  @Override
  public void onLateResponse(SipResponse response) {
    if (response.method().equals("CANCEL")) {
      timers.cancel("cancel");
    }
    if (!response.method().equals("INVITE") || response.isProvisional()) {
      return;
    }
    Dialog dialog = saved.dialog();
    if (response.isSuccess()) {
      Dialog late = dialog.answered(response);
      sender.ack(late, dialog.inviteCseq(), null);
      sender.bye(late.next(), () -> {});
      if (!saved.answered()) {
        endUnanswered();
      }
    } else {
      sender.ackRejection(dialog, response.toTag());
      if (!saved.answered()) {
        reject(response);
      }
    }
  }

  private void endUnanswered() {
    if (saved.stopped()) {
      finish(Disposition.CANCELED, Cause.STOPPED, null);
    } else {
      finish(Disposition.NO_ANSWER, Cause.NORMAL, null);
    }
  }

  private void reject(SipResponse response) {
    CallOutcome outcome =
        AnswerDecider.decide(
            new FinalAnswer(response.status(), response.q850(), saved.ringing(), false));
    if (saved.stopped()) {
      endUnanswered();
    } else {
      finish(outcome.disposition(), outcome.cause(), outcome.network(response));
    }
  }
}
