package eu.callorders.server.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.model.ProblemCode;
import java.util.List;
import java.util.function.Function;

/** Phone numbers that are reserved for fiction, with the last two digits of a magic number. */
public final class FictionalNumbers {
  /** Numbers with the same last two digits. */
  public static final int COUNT = 50;

  /** The last three digits are free. */
  private static final List<String> RANGES =
      List.of("+493023125", "+496990009", "+494066969", "+492214710", "+498999998");

  private static final int PER_RANGE = 10;

  private FictionalNumbers() {}

  /**
   * One of the numbers.
   *
   * @param index below {@link #COUNT}
   */
  static String phone(int index, String digits) {
    return RANGES.get(index / PER_RANGE) + index % PER_RANGE + digits;
  }

  /**
   * Creates an order to the first number that is not suppressed: those that have objected to calls
   * are refused.
   *
   * @param first index of the number to begin with
   * @param create creates the order to a number
   * @throws ApiException when the order is refused for another reason, or all are suppressed
   */
  public static JsonNode order(int first, String digits, Function<String, JsonNode> create) {
    for (int number = first; true; number++) {
      try {
        return create.apply(phone(number % COUNT, digits));
      } catch (ApiException e) {
        boolean isLast = number == first + COUNT - 1;
        if (!e.code().equals(ProblemCode.SUBJECT_SUPPRESSED) || isLast) {
          throw e;
        }
      }
    }
  }
}
