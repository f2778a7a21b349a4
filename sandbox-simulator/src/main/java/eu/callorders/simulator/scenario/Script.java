package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The lines of one conversation, put together from the sections of a book: opening with the
 * disclosure, then who it is, then the claim, then what comes of it.
 */
record Script(List<Dialogue.Line> lines) {
  private static final long MS_PER_CHARACTER = 60;
  private static final long PAUSE_MS = 350;

  Script {
    lines = List.copyOf(lines);
  }

  /**
   * The script of an ending.
   *
   * @param confirmed whether the person proves to be the one who is called; only then the claim is
   *     spoken of
   */
  static Script of(
      DialogueBook book, ConversationOutcome ending, boolean confirmed, Briefing briefing) {
    List<Dialogue.Line> lines = new ArrayList<>(book.section("opening").spoken());
    if (confirmed) {
      lines.addAll(book.section("verify." + verification(briefing)).spoken());
      String topic = ending.namesClaim() ? "claim." + reference(briefing) : "no_claim";
      lines.addAll(book.section(topic).spoken());
    }
    lines.addAll(book.section(ending.wire()).spoken());
    return new Script(lines);
  }

  /**
   * The script as spoken.
   *
   * @param other speaker of the lines that are not the agent's
   * @return turns timed as people talk, however fast the simulated call runs
   */
  List<Turn> spoken(TemplateFields blanks, String other) {
    List<Turn> turns = new ArrayList<>();
    long clock = 0;
    for (Dialogue.Line line : lines) {
      String text = blanks.fill(line.text());
      String speaker = line.role().equals("agent") ? "agent" : other;
      long end = clock + PAUSE_MS + text.length() * MS_PER_CHARACTER;
      turns.add(new Turn(turns.size(), speaker, clock, end, text));
      clock = end + PAUSE_MS;
    }
    return turns;
  }

  /** What the tenant asks for, as far as the briefing has what it takes to compare. */
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
