package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The summary of an order's result. An open registry of the contract.
 *
 * <p>The codes of a conversation come first, in order of precedence: when several apply, the
 * earliest wins. The others are for orders without a conversation.
 */
public enum SummaryCode implements WireEnum {
  OBJECTION_TO_CALLS(Reachability.SUBJECT_REACHED, Engagement.DECLINED, Actor.AGENT),
  DECEASED_REPORTED(Reachability.THIRD_PARTY_REACHED, Engagement.PARTIAL, Actor.AGENT),
  REPRESENTED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  INSOLVENCY_REPORTED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  DISPUTED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  PAYMENT_CLAIMED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  PAYMENT_PROMISED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  INSTALLMENT_WISH(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  SETTLEMENT_WISH(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  HARDSHIP_STATED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  CALLBACK_REQUESTED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  HUMAN_REQUESTED(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),
  REFUSED(Reachability.SUBJECT_REACHED, Engagement.DECLINED, Actor.SUBJECT),
  LANGUAGE_BARRIER(Reachability.PERSON_UNIDENTIFIED, Engagement.PARTIAL, Actor.AGENT),
  IDENTITY_NOT_CONFIRMED(Reachability.PERSON_UNIDENTIFIED, Engagement.PARTIAL, Actor.AGENT),
  THIRD_PARTY_ONLY(Reachability.THIRD_PARTY_REACHED, Engagement.PARTIAL, Actor.AGENT),
  WRONG_NUMBER(Reachability.WRONG_NUMBER, Engagement.PARTIAL, Actor.THIRD_PARTY),
  CONVERSATION_INCOMPLETE(Reachability.PERSON_UNIDENTIFIED, Engagement.PARTIAL, Actor.SUBJECT),
  NO_OUTCOME(Reachability.SUBJECT_REACHED, Engagement.COMPLETED, Actor.AGENT),

  VOICEMAIL,
  NO_CONTACT,
  NUMBER_UNUSABLE,
  TECHNICAL_FAILURE,
  OUTCOME_UNKNOWN,
  CANCELED,
  EXPIRED,
  SUPPRESSED;

  /**
   * Defaults for values that the report of a conversation with this code leaves out.
   *
   * @param actor the party that ends it
   */
  public record Defaults(Reachability reachability, Engagement engagement, Actor actor) {}

  @SuppressWarnings("ImmutableEnumChecker") // a record of enums
  private final @Nullable Defaults defaults;

  SummaryCode(Reachability reachability, Engagement engagement, Actor actor) {
    this.defaults = new Defaults(reachability, engagement, actor);
  }

  SummaryCode() {
    this.defaults = null;
  }

  public static Optional<SummaryCode> of(String wire) {
    return Arrays.stream(values()).filter(code -> code.wire().equals(wire)).findFirst();
  }

  /** Whether the code can be the summary of a conversation. */
  public boolean isConversation() {
    return defaults != null;
  }

  /** Throws {@link IllegalStateException} unless the code is {@link #isConversation()}. */
  public Defaults defaults() {
    if (defaults == null) {
      throw new IllegalStateException(wire() + " is no summary of a conversation");
    }
    return defaults;
  }
}
