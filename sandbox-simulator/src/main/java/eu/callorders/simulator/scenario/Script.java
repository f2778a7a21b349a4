package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The lines of one conversation, composed of sections of a book: opening with disclosure, identity,
 * claim, outcome.
 */
record Script(List<Dialogue.Line> lines) {
  private static final long MS_PER_CHARACTER = 60;
  private static final long PAUSE_MS = 350;

  Script {
    lines = List.copyOf(lines);
  }

  /**
   * @param confirmed whether the person's identity is confirmed, the condition for naming the claim
   */
  static Script of(
      DialogueBook book, ConversationOutcome outcome, boolean confirmed, Briefing briefing) {
    List<Dialogue.Line> lines = new ArrayList<>(book.section("opening").spokenLines());
    if (confirmed) {
      lines.addAll(book.section("verify." + verification(briefing)).spokenLines());
      String topic = outcome.namesClaim ? "claim." + reference(briefing) : "no_claim";
      lines.addAll(book.section(topic).spokenLines());
    }
    lines.addAll(book.section(outcome.wire()).spokenLines());
    return new Script(lines);
  }

  /**
   * The turns of the script.
   *
   * @param otherSpeaker speaker of the lines that are not the agent's
   * @return timed as people talk, however fast the simulated call runs
   */
  List<Turn> toTurns(TemplateFields fields, String otherSpeaker) {
    List<Turn> turns = new ArrayList<>();
    long clock = 0;
    for (Dialogue.Line line : lines) {
      String text = fields.fill(line.text());
      String speaker = line.role().equals("agent") ? "agent" : otherSpeaker;
      long end = clock + PAUSE_MS + text.length() * MS_PER_CHARACTER;
      turns.add(new Turn(turns.size(), speaker, clock, end, text));
      clock = end + PAUSE_MS;
    }
    return turns;
  }

  /** The tenant's verification mode, as far as the briefing has the value to compare. */
  private static String verification(Briefing briefing) {
    return switch (briefing.verificationMode()) {
      case "postal_code" -> briefing.postalCode() == null ? "name_only" : "postal_code";
      case "date_of_birth" -> briefing.dateOfBirth() == null ? "name_only" : "date_of_birth";
      default -> "name_only";
    };
  }

  private static String reference(Briefing briefing) {
    if (briefing.claim().get("reference") instanceof Map<?, ?> reference) {
      for (String kind : List.of("invoice_number", "contract_number", "case_number")) {
        if (reference.get(kind) instanceof String) {
          return kind;
        }
      }
    }
    return "plain";
  }
}
