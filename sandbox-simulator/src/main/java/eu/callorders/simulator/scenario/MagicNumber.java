package eu.callorders.simulator.scenario;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of the last two digits of a fictional number. All other numbers are {@link #DEFAULT}:
 * the person answers, without an outcome.
 */
public final class MagicNumber {
  private static final int DIGITS = 2;

  static final Row DEFAULT = outcome("06", ConversationOutcome.NO_OUTCOME);

  private static final Map<String, Row> ROWS =
      Stream.of(
              DEFAULT,
              flows("01", CallFlow.UNALLOCATED),
              refusal("02", RefusalReason.UNROUTABLE, Integer.MAX_VALUE),
              refusal("04", RefusalReason.DO_NOT_CALL, Integer.MAX_VALUE),
              flows("10", CallFlow.NO_ANSWER),
              flows("11", CallFlow.BUSY),
              flows("12", CallFlow.VOICEMAIL),
              flows("13", CallFlow.CARRIER_FAULT),
              refusal("14", RefusalReason.CAPACITY, 2),
              outcome("20", ConversationOutcome.WRONG_NUMBER),
              outcome("21", ConversationOutcome.PAYMENT_PROMISED),
              outcome("22", ConversationOutcome.INSTALLMENT_WISH),
              outcome("23", ConversationOutcome.SETTLEMENT_WISH),
              outcome("24", ConversationOutcome.DISPUTED),
              outcome("25", ConversationOutcome.OBJECTION_TO_CALLS),
              outcome("26", ConversationOutcome.CONVERSATION_INCOMPLETE),
              outcome("27", ConversationOutcome.CALLBACK_REQUESTED),
              outcome("28", ConversationOutcome.REFUSED),
              outcome("29", ConversationOutcome.PAYMENT_CLAIMED),
              flows("30", CallFlow.NO_ANSWER, CallFlow.ANSWERED),
              flows("31", CallFlow.BUSY, CallFlow.VOICEMAIL, CallFlow.ANSWERED),
              outcome("32", ConversationOutcome.THIRD_PARTY_ONLY),
              outcome("33", ConversationOutcome.LANGUAGE_BARRIER),
              outcome("34", ConversationOutcome.HARDSHIP_STATED),
              outcome("35", ConversationOutcome.IDENTITY_NOT_CONFIRMED),
              outcome("36", ConversationOutcome.DECEASED_REPORTED),
              outcome("37", ConversationOutcome.REPRESENTED),
              outcome("38", ConversationOutcome.INSOLVENCY_REPORTED),
              outcome("39", ConversationOutcome.HUMAN_REQUESTED),
              fault("40", GatewayFault.LATE_REPORT),
              fault("41", GatewayFault.NO_REPORT),
              fault("42", GatewayFault.LOST_ANSWER),
              fault("43", GatewayFault.DISORDER),
              flows("44", CallFlow.UNTRACEABLE))
          .collect(Collectors.toUnmodifiableMap(Row::digits, Function.identity()));

  private MagicNumber() {}

  /** Whether the number lies in a range reserved for fiction. */
  public static boolean isFictional(PhoneNumber phone) {
    return FictionalRanges.contains(phone.e164());
  }

  static Row of(PhoneNumber phone) {
    return isFictional(phone)
        ? ROWS.getOrDefault(phone.e164().substring(phone.e164().length() - DIGITS), DEFAULT)
        : DEFAULT;
  }

  private static Row outcome(String digits, ConversationOutcome outcome) {
    return new Row(digits, null, 0, List.of(CallFlow.ANSWERED), outcome, GatewayFault.NONE);
  }

  private static Row flows(String digits, CallFlow... flows) {
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

  private static Row fault(String digits, GatewayFault fault) {
    return new Row(
        digits, null, 0, List.of(CallFlow.ANSWERED), ConversationOutcome.NO_OUTCOME, fault);
  }

  /**
   * A row of the sandbox's table.
   *
   * @param refusal reason to refuse the placing; null: none
   * @param maxRefusals number of refusals per order and phone before one is accepted
   * @param flows flow of the n-th attempt; the last one repeats
   */
  record Row(
      String digits,
      @Nullable RefusalReason refusal,
      int maxRefusals,
      List<CallFlow> flows,
      ConversationOutcome outcome,
      GatewayFault fault) {
    Row {
      flows = List.copyOf(flows);
    }

    /** The flow of an attempt, counted from 1 within its order. */
    CallFlow flow(int attempt) {
      return flows.get(Math.min(attempt, flows.size()) - 1);
    }
  }
}
