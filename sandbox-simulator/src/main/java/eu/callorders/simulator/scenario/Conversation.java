package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.SimulatedOutcome;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole conversation: transcript, the agent's report, and the party that ends it.
 *
 * @param report the document of {@code GatewayEvent.Report}
 * @param endedBy wire value of {@code termination.actor}
 * @param objectionScope the kind of calls that the person objects to; null: none
 */
record Conversation(
    Locale locale,
    List<Turn> turns,
    Map<String, Object> report,
    String endedBy,
    @Nullable String objectionScope) {
  private static final int MAX_SUMMARY_LENGTH = 500;

  /**
   * @param defaultOutcome the outcome unless forced
   * @param forced the outcome requested by the order; each of its members takes precedence
   */
  static Conversation of(
      PlaceCall call,
      ConversationOutcome defaultOutcome,
      @Nullable SimulatedOutcome forced,
      Instant now) {
    SimulatedOutcome requested =
        forced == null
            ? new SimulatedOutcome(defaultOutcome.wire(), null, null, null, null)
            : forced;
    ConversationOutcome outcome = ConversationOutcome.of(requested.summaryCode());
    String reachability = orDefault(requested.reachability(), outcome.party.reachability);
    Party party = Party.of(reachability);
    ConversationOutcome disclosed = disclosableOutcome(outcome, party);
    boolean confirmed = party == Party.SUBJECT && disclosed.party == Party.SUBJECT;

    DialogueBook book = DialogueBook.of(Locale.forLanguageTag(call.locale()));
    Locale spoken = book.localeFor(Locale.forLanguageTag(call.locale()));
    Dialogue dialogue = book.section(disclosed.wire());
    ZoneId zone = HomeZone.of(call.to());
    Map<String, Object> defaults =
        Findings.of(
            outcome, call.briefing(), disputeStatement(book), call.reportTime(now).atZone(zone));
    Map<String, Object> findings = Objects.requireNonNullElse(requested.findings(), defaults);
    TemplateFields fields =
        TemplateFields.of(call, findings, defaults, new ValueFormatter(spoken, zone));

    Map<String, Object> report = new LinkedHashMap<>();
    report.put("summary_code", requested.summaryCode());
    report.put("reachability", reachability);
    report.put("engagement", orDefault(requested.engagement(), outcome.engagement));
    report.put("identity_confirmed", confirmed);
    report.put("ai_disclosed", true);
    report.put("language", book.language());
    report.put("summary", truncate(fields.fill(dialogue.note("summary"))));
    report.put("findings", findings);
    return new Conversation(
        spoken,
        Script.of(book, disclosed, confirmed, call.briefing()).toTurns(fields, party.speaker),
        report,
        orDefault(requested.terminationActor(), outcome.actor),
        objectionScope(outcome, findings));
  }

  /**
   * The outcome to talk about: the claim is never named to anyone but the subject, whatever outcome
   * is forced.
   */
  private static ConversationOutcome disclosableOutcome(ConversationOutcome outcome, Party party) {
    if (!outcome.namesClaim) {
      return outcome;
    }
    return switch (party) {
      case SUBJECT -> outcome;
      case THIRD_PARTY -> ConversationOutcome.THIRD_PARTY_ONLY;
      case UNRELATED_PERSON -> ConversationOutcome.WRONG_NUMBER;
      case UNIDENTIFIED -> ConversationOutcome.IDENTITY_NOT_CONFIRMED;
    };
  }

  private static String disputeStatement(DialogueBook book) {
    return book.section(ConversationOutcome.DISPUTED.wire()).note("statement");
  }

  private static @Nullable String objectionScope(
      ConversationOutcome outcome, Map<String, Object> findings) {
    if (findings.get("objection") instanceof Map<?, ?> objection
        && objection.get("scope") instanceof String scope) {
      return scope;
    }
    boolean objected =
        outcome == ConversationOutcome.OBJECTION_TO_CALLS || findings.containsKey("objection");
    return objected ? "voice" : null;
  }

  private static String truncate(String summary) {
    return summary.length() > MAX_SUMMARY_LENGTH
        ? summary.substring(0, MAX_SUMMARY_LENGTH)
        : summary;
  }

  private static String orDefault(@Nullable String forced, String defaultValue) {
    return forced == null ? defaultValue : forced;
  }
}
