package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.PlaceAnswer.Refusal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the last two digits of a fictional number stand for. All other numbers are {@link #PLAIN}:
 * the person answers and nothing comes of it.
 */
public final class MagicNumber {
  private static final int DIGITS = 2;

  static final Row PLAIN = ending("06", Ending.NO_OUTCOME);

  private static final Map<String, Row> ROWS =
      Stream.of(
              PLAIN,
              courses("01", Course.UNALLOCATED),
              refusal("02", Refusal.UNROUTABLE, Integer.MAX_VALUE),
              refusal("04", Refusal.DO_NOT_CALL, Integer.MAX_VALUE),
              courses("10", Course.NO_ANSWER),
              courses("11", Course.BUSY),
              courses("12", Course.VOICEMAIL),
              courses("13", Course.CARRIER_FAULT),
              refusal("14", Refusal.CAPACITY, 2),
              ending("20", Ending.WRONG_NUMBER),
              ending("21", Ending.PAYMENT_PROMISED),
              ending("22", Ending.INSTALLMENT_WISH),
              ending("23", Ending.SETTLEMENT_WISH),
              ending("24", Ending.DISPUTED),
              ending("25", Ending.OBJECTION_TO_CALLS),
              ending("26", Ending.CONVERSATION_INCOMPLETE),
              ending("27", Ending.CALLBACK_REQUESTED),
              ending("28", Ending.REFUSED),
              ending("29", Ending.PAYMENT_CLAIMED),
              courses("30", Course.NO_ANSWER, Course.ANSWERED),
              courses("31", Course.BUSY, Course.VOICEMAIL, Course.ANSWERED),
              ending("32", Ending.THIRD_PARTY_ONLY),
              ending("33", Ending.LANGUAGE_BARRIER),
              ending("34", Ending.HARDSHIP_STATED),
              ending("35", Ending.IDENTITY_NOT_CONFIRMED),
              ending("36", Ending.DECEASED_REPORTED),
              ending("37", Ending.REPRESENTED),
              ending("38", Ending.INSOLVENCY_REPORTED),
              ending("39", Ending.HUMAN_REQUESTED),
              quirk("40", Quirk.LATE_REPORT),
              quirk("41", Quirk.NO_REPORT),
              quirk("42", Quirk.LOST_ANSWER),
              quirk("43", Quirk.DISORDER),
              courses("44", Course.UNTRACEABLE))
          .collect(Collectors.toUnmodifiableMap(Row::digits, Function.identity()));

  private MagicNumber() {}

  /** Whether the number, E.164 with its plus, lies in a range that is kept for fiction. */
  public static boolean isFictional(String e164) {
    return FictionalRanges.contain(e164);
  }

  /** The row of an E.164 number. */
  static Row of(String e164) {
    return isFictional(e164)
        ? ROWS.getOrDefault(e164.substring(e164.length() - DIGITS), PLAIN)
        : PLAIN;
  }

  private static Row ending(String digits, Ending ending) {
    return new Row(digits, null, 0, List.of(Course.ANSWERED), ending, Quirk.NONE);
  }

  private static Row courses(String digits, Course... courses) {
    return new Row(digits, null, 0, List.of(courses), Ending.NO_OUTCOME, Quirk.NONE);
  }

  private static Row refusal(String digits, Refusal refusal, int refusals) {
    return new Row(
        digits, refusal, refusals, List.of(Course.ANSWERED), Ending.NO_OUTCOME, Quirk.NONE);
  }

  private static Row quirk(String digits, Quirk quirk) {
    return new Row(digits, null, 0, List.of(Course.ANSWERED), Ending.NO_OUTCOME, quirk);
  }

  /**
   * A row of the sandbox's table.
   *
   * @param refusal how placing is refused; null: it is not
   * @param refusals how often it is refused for one order and number before it is taken
   * @param courses the n-th attempt goes so; the last one repeats
   */
  record Row(
      String digits,
      @Nullable Refusal refusal,
      int refusals,
      List<Course> courses,
      Ending ending,
      Quirk quirk) {
    Row {
      courses = List.copyOf(courses);
    }

    /** How the attempt of that number within its order goes; they count from 1. */
    Course course(int attempt) {
      return courses.get(Math.min(attempt, courses.size()) - 1);
    }
  }
}
