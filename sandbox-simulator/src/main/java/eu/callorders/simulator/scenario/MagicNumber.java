package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of the last two digits of a fictional number. All other numbers are {@link #PLAIN}:
 * the person answers, without an outcome.
 */
public final class MagicNumber {
  private static final int DIGITS = 2;

  static final Row PLAIN = ending("06", ConversationOutcome.NO_OUTCOME);

  private static final Map<String, Row> ROWS =
      Stream.of(
              PLAIN,
              courses("01", CallFlow.UNALLOCATED),
              refusal("02", RefusalReason.UNROUTABLE, Integer.MAX_VALUE),
              refusal("04", RefusalReason.DO_NOT_CALL, Integer.MAX_VALUE),
              courses("10", CallFlow.NO_ANSWER),
              courses("11", CallFlow.BUSY),
              courses("12", CallFlow.VOICEMAIL),
              courses("13", CallFlow.CARRIER_FAULT),
              refusal("14", RefusalReason.CAPACITY, 2),
              ending("20", ConversationOutcome.WRONG_NUMBER),
              ending("21", ConversationOutcome.PAYMENT_PROMISED),
              ending("22", ConversationOutcome.INSTALLMENT_WISH),
              ending("23", ConversationOutcome.SETTLEMENT_WISH),
              ending("24", ConversationOutcome.DISPUTED),
              ending("25", ConversationOutcome.OBJECTION_TO_CALLS),
              ending("26", ConversationOutcome.CONVERSATION_INCOMPLETE),
              ending("27", ConversationOutcome.CALLBACK_REQUESTED),
              ending("28", ConversationOutcome.REFUSED),
              ending("29", ConversationOutcome.PAYMENT_CLAIMED),
              courses("30", CallFlow.NO_ANSWER, CallFlow.ANSWERED),
              courses("31", CallFlow.BUSY, CallFlow.VOICEMAIL, CallFlow.ANSWERED),
              ending("32", ConversationOutcome.THIRD_PARTY_ONLY),
              ending("33", ConversationOutcome.LANGUAGE_BARRIER),
              ending("34", ConversationOutcome.HARDSHIP_STATED),
              ending("35", ConversationOutcome.IDENTITY_NOT_CONFIRMED),
              ending("36", ConversationOutcome.DECEASED_REPORTED),
              ending("37", ConversationOutcome.REPRESENTED),
              ending("38", ConversationOutcome.INSOLVENCY_REPORTED),
              ending("39", ConversationOutcome.HUMAN_REQUESTED),
              quirk("40", GatewayFault.LATE_REPORT),
              quirk("41", GatewayFault.NO_REPORT),
              quirk("42", GatewayFault.LOST_ANSWER),
              quirk("43", GatewayFault.DISORDER),
              courses("44", CallFlow.UNTRACEABLE))
          .collect(Collectors.toUnmodifiableMap(Row::digits, Function.identity()));

  private MagicNumber() {}

  /** Whether the E.164 number lies in a range reserved for fiction. */
  public static boolean isFictional(String e164) {
    return FictionalRanges.contain(e164);
  }

  static Row of(String e164) {
    return isFictional(e164)
        ? ROWS.getOrDefault(e164.substring(e164.length() - DIGITS), PLAIN)
        : PLAIN;
  }

  private static Row ending(String digits, ConversationOutcome outcome) {
    return new Row(digits, null, 0, List.of(CallFlow.ANSWERED), outcome, GatewayFault.NONE);
  }

  private static Row courses(String digits, CallFlow... flows) {
    return new Row(
        digits, null, 0, List.of(flows), ConversationOutcome.NO_OUTCOME, GatewayFault.NONE);
  }

  private static Row refusal(String digits, RefusalReason refusal, int refusals) {
    return new Row(
        digits,
        refusal,
        refusals,
        List.of(CallFlow.ANSWERED),
        ConversationOutcome.NO_OUTCOME,
        GatewayFault.NONE);
  }

  private static Row quirk(String digits, GatewayFault fault) {
    return new Row(
        digits, null, 0, List.of(CallFlow.ANSWERED), ConversationOutcome.NO_OUTCOME, fault);
  }

  /**
   * A row of the sandbox's table.
   *
   * @param refusal reason to refuse the placing; null: none
   * @param refusals number of refusals per order and phone before one is accepted
   * @param courses flow of the n-th attempt; the last one repeats
   */
  record Row(
      String digits,
      @Nullable RefusalReason refusal,
      int refusals,
      List<CallFlow> courses,
      ConversationOutcome ending,
      GatewayFault quirk) {
    Row {
      courses = List.copyOf(courses);
    }

    /** The flow of an attempt, counted from 1 within its order. */
    CallFlow course(int attempt) {
      return courses.get(Math.min(attempt, courses.size()) - 1);
    }
  }
}
