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
 * A whole conversation: what is said, what the agent reports of it, and who hangs up.
 *
 * @param report the document of {@code GatewayEvent.Report}
 * @param endedBy wire spelling of {@code termination.actor}
 * @param objectionScope the person objects to calls of that kind; null: does not
 */
record Conversation(
    Locale locale,
    List<Turn> turns,
    Map<String, Object> report,
    String endedBy,
    @Nullable String objectionScope) {
  private static final int LONGEST_SUMMARY = 500;

  /**
   * The conversation of a call.
   *
   * @param ordinary how it ends unless something is forced
   * @param forced how the order wants it to end; its members win one by one
   */
  static Conversation of(
      PlaceCall call,
      ConversationOutcome ordinary,
      @Nullable SimulatedOutcome forced,
      Instant now) {
    SimulatedOutcome wanted =
        forced == null ? new SimulatedOutcome(ordinary.wire(), null, null, null, null) : forced;
    ConversationOutcome ending = ConversationOutcome.of(wanted.summaryCode());
    String reachability = either(wanted.reachability(), ending.who().reachability());
    Party who = Party.of(reachability);
    ConversationOutcome told = tellable(ending, who);
    boolean confirmed = who == Party.SUBJECT && told.who() == Party.SUBJECT;

    DialogueBook book = DialogueBook.of(Locale.forLanguageTag(call.locale()));
    Locale spoken = book.spokenIn(Locale.forLanguageTag(call.locale()));
    Dialogue dialogue = book.section(told.wire());
    ZoneId zone = HomeZone.of(call.to());
    Map<String, Object> usual =
        Findings.of(ending, call.briefing(), disputed(book), now.atZone(zone));
    Map<String, Object> findings = Objects.requireNonNullElse(wanted.findings(), usual);
    TemplateFields blanks =
        TemplateFields.of(call, findings, usual, new ValueFormatter(spoken, zone));

    Map<String, Object> report = new LinkedHashMap<>();
    report.put("summary_code", wanted.summaryCode());
    report.put("reachability", reachability);
    report.put("engagement", either(wanted.engagement(), ending.engagement()));
    report.put("identity_confirmed", confirmed);
    report.put("ai_disclosed", true);
    report.put("language", book.language());
    report.put("summary", shortened(blanks.fill(dialogue.note("summary"))));
    report.put("findings", findings);
    return new Conversation(
        spoken,
        Script.of(book, told, confirmed, call.briefing()).spoken(blanks, who.speaker()),
        report,
        either(wanted.terminationActor(), ending.actor()),
        objectionScope(ending, findings));
  }

  /**
   * What is talked about when that person answers: the claim is never named to anybody but the
   * person who is called, whatever outcome is forced.
   */
  private static ConversationOutcome tellable(ConversationOutcome ending, Party who) {
    if (!ending.namesClaim()) {
      return ending;
    }
    return switch (who) {
      case SUBJECT -> ending;
      case THIRD_PARTY -> ConversationOutcome.THIRD_PARTY_ONLY;
      case STRANGER -> ConversationOutcome.WRONG_NUMBER;
      case UNIDENTIFIED -> ConversationOutcome.IDENTITY_NOT_CONFIRMED;
    };
  }

  private static String disputed(DialogueBook book) {
    return book.section(ConversationOutcome.DISPUTED.wire()).note("statement");
  }

  private static @Nullable String objectionScope(
      ConversationOutcome ending, Map<String, Object> findings) {
    if (findings.get("objection") instanceof Map<?, ?> objection
        && objection.get("scope") instanceof String scope) {
      return scope;
    }
    boolean objected =
        ending == ConversationOutcome.OBJECTION_TO_CALLS || findings.containsKey("objection");
    return objected ? "voice" : null;
  }

  private static String shortened(String summary) {
    return summary.length() > LONGEST_SUMMARY ? summary.substring(0, LONGEST_SUMMARY) : summary;
  }

  private static String either(@Nullable String forced, String usual) {
    return forced == null ? usual : forced;
  }
}
