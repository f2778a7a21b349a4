package eu.callorders.console.order;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Fictional sandbox phones whose last two digits select the simulated outcome. */
final class MagicPhones {
  /** Every ending with an outcome of its own, and {@code 00} for the default. */
  static final List<String> ENDINGS =
      List.of(
          "00", "01", "02", "04", "10", "11", "12", "13", "14", "20", "21", "22", "23", "24", "25",
          "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40",
          "41", "42", "43", "44");

  /** Reserved fictional ranges of 1000 phones, without the last three digits. */
  private static final List<String> FICTIONAL_RANGES =
      List.of("+493023125", "+496990009", "+494066969", "+492214710", "+498999998");

  private static final Pattern FICTIONAL_PHONE =
      Pattern.compile(
          "\\+(?:(?:493023125|496990009|494066969|492214710|498999998"
              + "|447700900|441632960|442079460)[0-9]|1[2-9][0-9]{2}55501|3319900[0-9]{2}"
              + "|3363998[0-9]{2})[0-9]{2}");

  private static final int TEN = 10;
  private static final int ENDING_LENGTH = 2;

  private MagicPhones() {}

  /** The phone with this ending; a random fictional phone when the given one is not fictional. */
  static String withEnding(String ending, String phone, RandomGenerator random) {
    return FICTIONAL_PHONE.matcher(phone).matches()
        ? phone.substring(0, phone.length() - ENDING_LENGTH) + ending
        : FICTIONAL_RANGES.get(random.nextInt(FICTIONAL_RANGES.size()))
            + random.nextInt(TEN)
            + ending;
  }
}
