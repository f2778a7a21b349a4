package eu.callorders.simulator.scenario;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The outcome of a conversation, one constant per summary code of a conversation, with the default
 * values of the result.
 */
enum ConversationOutcome implements WireEnum {
  OBJECTION_TO_CALLS(Party.SUBJECT, "declined", "agent", false),
  DECEASED_REPORTED(Party.THIRD_PARTY, "partial", "agent", false),
  REPRESENTED(Party.SUBJECT, "completed", "agent", true),
  INSOLVENCY_REPORTED(Party.SUBJECT, "completed", "agent", true),
  DISPUTED(Party.SUBJECT, "completed", "agent", true),
  PAYMENT_CLAIMED(Party.SUBJECT, "completed", "agent", true),
  PAYMENT_PROMISED(Party.SUBJECT, "completed", "agent", true),
  INSTALLMENT_WISH(Party.SUBJECT, "completed", "agent", true),
  SETTLEMENT_WISH(Party.SUBJECT, "completed", "agent", true),
  HARDSHIP_STATED(Party.SUBJECT, "completed", "agent", true),
  CALLBACK_REQUESTED(Party.SUBJECT, "completed", "agent", false),
  HUMAN_REQUESTED(Party.SUBJECT, "completed", "agent", false),
  REFUSED(Party.SUBJECT, "declined", "subject", true),
  LANGUAGE_BARRIER(Party.UNIDENTIFIED, "partial", "agent", false),
  IDENTITY_NOT_CONFIRMED(Party.UNIDENTIFIED, "partial", "agent", false),
  THIRD_PARTY_ONLY(Party.THIRD_PARTY, "partial", "agent", false),
  WRONG_NUMBER(Party.UNRELATED_PERSON, "partial", "third_party", false),
  CONVERSATION_INCOMPLETE(Party.UNIDENTIFIED, "partial", "subject", false),
  NO_OUTCOME(Party.SUBJECT, "completed", "agent", true);

  private static final Map<String, ConversationOutcome> BY_WIRE =
      Arrays.stream(values())
          .collect(Collectors.toMap(ConversationOutcome::wire, Function.identity()));

  final Party party;
  final String engagement;

  /** Wire value of the party that ended the call. */
  final String actor;

  /** Whether the dialogue speaks of the claim, which only the subject may learn. */
  final boolean namesClaim;

  ConversationOutcome(Party party, String engagement, String actor, boolean namesClaim) {
    this.party = party;
    this.engagement = engagement;
    this.actor = actor;
    this.namesClaim = namesClaim;
  }

  /** The outcome of that summary code; {@link #NO_OUTCOME} for one without a conversation. */
  static ConversationOutcome of(String summaryCode) {
    return BY_WIRE.getOrDefault(summaryCode, NO_OUTCOME);
  }
}
