package eu.callorders.simulator.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How a conversation ends, one constant per summary code of a conversation, and what the result
 * says of it unless something else is forced.
 */
enum Ending {
  OBJECTION_TO_CALLS(Who.SUBJECT, "declined", "agent", false),
  DECEASED_REPORTED(Who.THIRD_PARTY, "partial", "agent", false),
  REPRESENTED(Who.SUBJECT, "completed", "agent", true),
  INSOLVENCY_REPORTED(Who.SUBJECT, "completed", "agent", true),
  DISPUTED(Who.SUBJECT, "completed", "agent", true),
  PAYMENT_CLAIMED(Who.SUBJECT, "completed", "agent", true),
  PAYMENT_PROMISED(Who.SUBJECT, "completed", "agent", true),
  INSTALLMENT_WISH(Who.SUBJECT, "completed", "agent", true),
  SETTLEMENT_WISH(Who.SUBJECT, "completed", "agent", true),
  HARDSHIP_STATED(Who.SUBJECT, "completed", "agent", true),
  CALLBACK_REQUESTED(Who.SUBJECT, "completed", "agent", false),
  HUMAN_REQUESTED(Who.SUBJECT, "completed", "agent", false),
  REFUSED(Who.SUBJECT, "declined", "subject", true),
  LANGUAGE_BARRIER(Who.UNIDENTIFIED, "partial", "agent", false),
  IDENTITY_NOT_CONFIRMED(Who.UNIDENTIFIED, "partial", "agent", false),
  THIRD_PARTY_ONLY(Who.THIRD_PARTY, "partial", "agent", false),
  WRONG_NUMBER(Who.STRANGER, "partial", "third_party", false),
  CONVERSATION_INCOMPLETE(Who.UNIDENTIFIED, "partial", "subject", false),
  NO_OUTCOME(Who.SUBJECT, "completed", "agent", true);

  private static final Map<String, Ending> BY_WIRE =
      Arrays.stream(values()).collect(Collectors.toMap(Ending::wire, Function.identity()));

  private final Who who;
  private final String engagement;
  private final String actor;
  private final boolean namesClaim;

  Ending(Who who, String engagement, String actor, boolean namesClaim) {
    this.who = who;
    this.engagement = engagement;
    this.actor = actor;
    this.namesClaim = namesClaim;
  }

  /**
   * The ending of that summary code; one that is not of a conversation talks as if nothing came.
   */
  static Ending of(String summaryCode) {
    return BY_WIRE.getOrDefault(summaryCode, NO_OUTCOME);
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  Who who() {
    return who;
  }

  String engagement() {
    return engagement;
  }

  /** Wire spelling of who ended the call. */
  String actor() {
    return actor;
  }

  /** Whether the dialogue speaks of the claim, which only the person in question may hear. */
  boolean namesClaim() {
    return namesClaim;
  }
}
