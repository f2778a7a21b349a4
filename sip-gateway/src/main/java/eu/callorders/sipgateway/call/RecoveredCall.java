package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.KeypadOutcome;
import eu.callorders.sipgateway.agent.ReportDocument;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends the legs of a call of the process before, and reports one {@code call.ended} with what is
 * known. Nothing is placed again. Confined to the event loop.
 */
final class RecoveredCall {
  private static final String PROVIDER = "provider";

  private final CallJournal journal;
  private final CallEnvironment environment;
  private SavedCall saved;
  private final Timers timers;
  private final RecoveredLeg leg;

  RecoveredCall(
      CallJournal journal, CallEnvironment environment, SavedCall saved, DialogSender sender) {
    this.journal = journal;
    this.environment = environment;
    this.saved = saved;
    this.timers = new Timers(environment.vertx());
    this.leg = new RecoveredLeg(environment, saved.dialog(), sender, this::onFinal);
  }

  void end() {
    if (saved.agent() != null) {
      endAgentLeg(saved.agent());
    }
    if (saved.answered()) {
      endAnswered();
    } else {
      leg.cancel();
      timers.start("silence", environment.times().afterEnd().minusMillis(1), this::silence);
    }
  }

  private void endAgentLeg(SavedCall.AgentLeg agent) {
    DialogSender sender = new DialogSender(environment.endpoint(), null);
    RecoveredLeg ofTheAgent = new RecoveredLeg(environment, agent.dialog(), sender, response -> {});
    if (agent.answered()) {
      ofTheAgent.hangUp(
          dialog -> save(saved.withAgent(new SavedCall.AgentLeg(dialog, true))), () -> {});
    } else {
      ofTheAgent.cancel();
    }
  }

  private Future<Void> save(SavedCall changed) {
    saved = changed;
    journal.save(changed);
    return journal.whenDurable();
  }

  private void endAnswered() {
    leg.hangUp(dialog -> save(saved.withDialog(dialog)), journal::finish);
    if (journal.answeredAt() == null) {
      journal.answered();
    }
    journal.ended(Disposition.ANSWERED, Cause.CARRIER_FAULT, PROVIDER);
    journal.reportTurns();
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
    journal.ended(disposition, cause, null, network);
    journal.finish();
  }

  /** The final answer to the INVITE of the process before; a call ends once. */
  private void onFinal(SipResponse response) {
    if (saved.answered()) {
      return;
    }
    if (saved.stopped()) {
      finish(Disposition.CANCELED, Cause.STOPPED, null);
    } else if (response.isSuccess()) {
      finish(Disposition.NO_ANSWER, Cause.NORMAL, null);
    } else {
      reject(response);
    }
  }

  private void reject(SipResponse response) {
    CallOutcome outcome =
        AnswerDecider.decide(
            new FinalAnswer(response.status(), response.q850(), saved.ringing(), false));
    finish(outcome.disposition(), outcome.cause(), outcome.network(response));
  }
}
