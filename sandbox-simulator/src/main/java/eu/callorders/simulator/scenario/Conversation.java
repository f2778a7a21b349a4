package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.ReportedOutcome;
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
      PlaceCall call, Ending ordinary, @Nullable ReportedOutcome forced, Instant now) {
    ReportedOutcome wanted =
        forced == null ? new ReportedOutcome(ordinary.wire(), null, null, null, null) : forced;
    Ending ending = Ending.of(wanted.summaryCode());
    String reachability = either(wanted.reachability(), ending.who().reachability());
    Who who = Who.of(reachability);
    Ending told = tellable(ending, who);
    boolean confirmed = who == Who.SUBJECT && told.who() == Who.SUBJECT;

    DialogueBook book = DialogueBook.of(Locale.forLanguageTag(call.locale()));
    Locale spoken = book.spokenIn(Locale.forLanguageTag(call.locale()));
    Dialogue dialogue = book.section(told.wire());
    ZoneId zone = HomeZone.of(call.to());
    Map<String, Object> usual =
        Findings.of(ending, call.briefing(), disputed(book), now.atZone(zone));
    Map<String, Object> findings = Objects.requireNonNullElse(wanted.findings(), usual);
    Blanks blanks = Blanks.of(call, findings, usual, new Wording(spoken, zone));

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
  private static Ending tellable(Ending ending, Who who) {
    if (!ending.namesClaim()) {
      return ending;
    }
    return switch (who) {
      case SUBJECT -> ending;
      case THIRD_PARTY -> Ending.THIRD_PARTY_ONLY;
      case STRANGER -> Ending.WRONG_NUMBER;
      case UNIDENTIFIED -> Ending.IDENTITY_NOT_CONFIRMED;
    };
  }

  private static String disputed(DialogueBook book) {
    return book.section(Ending.DISPUTED.wire()).note("statement");
  }

  private static @Nullable String objectionScope(Ending ending, Map<String, Object> findings) {
    if (findings.get("objection") instanceof Map<?, ?> objection
        && objection.get("scope") instanceof String scope) {
      return scope;
    }
    boolean objected = ending == Ending.OBJECTION_TO_CALLS || findings.containsKey("objection");
    return objected ? "voice" : null;
  }

  private static String shortened(String summary) {
    return summary.length() > LONGEST_SUMMARY ? summary.substring(0, LONGEST_SUMMARY) : summary;
  }

  private static String either(@Nullable String forced, String usual) {
    return forced == null ? usual : forced;
  }
}
