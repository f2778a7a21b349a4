package eu.callorders.sipgateway.call;

import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.KeypadOutcome;
import eu.callorders.sipgateway.agent.ReportDocument;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What an agent reports of a conversation: during the call, or some time after its end; then the
 * gateway reports what it knows. Confined to the event loop.
 */
final class AgentReport {
  private final CallJournal journal;
  private final Timers timers;
  private final Duration timeout;
  private final AgentStatistics statistics;
  private final String language;
  private final Promise<Void> reported = Promise.promise();
  private @Nullable Map<String, Object> document;
  private @Nullable Runnable missing;
  private boolean abandoned;

  AgentReport(
      CallJournal journal,
      Timers timers,
      Duration timeout,
      AgentStatistics statistics,
      String language) {
    this.journal = journal;
    this.timers = timers;
    this.timeout = timeout;
    this.statistics = statistics;
    this.language = language;
  }

  PlaceCall call() {
    return journal.call();
  }

  String language() {
    return language;
  }

  /** Whether the disclosure was spoken to its end. */
  boolean isDisclosed() {
    return journal.events().stream().anyMatch(GatewayEvent.Disclosed.class::isInstance);
  }

  /** Whether nothing more is taken from the agent. */
  boolean isComplete() {
    return document != null || reported.future().isComplete();
  }

  /** Completes when nothing more is reported. */
  Future<Void> whenReported() {
    return reported.future();
  }

  /** Completes once all changes so far are on disk. */
  Future<Void> whenDurable() {
    return journal.whenDurable();
  }

  /**
   * A part of the transcript; all parts are passed on together, before the report.
   *
   * @param complete whether no part is missing up to this one
   */
  void turns(List<Turn> turns, boolean complete) {
    if (journal.call().transcript()) {
      journal.addTurns(language, complete, turns);
    }
  }

  /** The agent's report; it is passed on after the end of the call. */
  void accept(Map<String, Object> report) {
    document = report;
    if (missing != null) {
      finish(report);
    }
  }

  /** The agent reports nothing more. */
  void abandon() {
    abandoned = true;
    if (missing != null) {
      missing.run();
    }
  }

  /** The call is not answered. */
  void expectNone() {
    reported.tryComplete();
  }

  /**
   * The call has ended.
   *
   * @param objected whether the person has objected to calls by the time of the gateway's report
   */
  Future<Void> await(boolean disclosed, BooleanSupplier objected) {
    if (document != null) {
      finish(document);
      return reported.future();
    }
    missing = () -> finishAlone(disclosed, objected);
    if (abandoned) {
      missing.run();
    } else {
      timers.start("report", timeout, missing);
    }
    return reported.future();
  }

  private void finishAlone(boolean disclosed, BooleanSupplier objected) {
    if (!isComplete()) {
      statistics.unreported();
      finish(own(disclosed, objected.getAsBoolean()));
    }
  }

  private Map<String, Object> own(boolean disclosed, boolean objected) {
    KeypadOutcome outcome =
        objected
            ? new KeypadOutcome(
                SummaryCode.OBJECTION_TO_CALLS,
                false,
                Map.of("objection", Map.of("scope", "voice")))
            : new KeypadOutcome(SummaryCode.CONVERSATION_INCOMPLETE, false, Map.of());
    return ReportDocument.of(outcome, disclosed, language);
  }

  private void finish(Map<String, Object> report) {
    timers.cancel("report");
    document = report;
    journal.reportTurns();
    journal.report(report);
    reported.tryComplete();
  }
}
