package eu.callorders.server.call;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.validator.routines.checkdigit.LuhnCheckDigit;

/**
 * Finds card numbers (ISO/IEC 7812): 13 to 19 digits with a valid Luhn checksum, in one piece or in
 * groups, also directly before other digits such as an expiry date.
 */
final class CardNumberFinder {
  private static final int SHORTEST = 13;
  private static final int LONGEST = 19;

  private CardNumberFinder() {}

  /** Receives the start of a number and the index after its end. */
  interface Found {
    void accept(int start, int end);
  }

  /** Reports the numbers in a text by their start; they may overlap. */
  static void find(SpokenText text, Found found) {
    List<Integer> run = new ArrayList<>();
    int index = 0;
    while (index < text.length()) {
      if (text.isDigit(index)) {
        run.add(index);
        index++;
      } else {
        int next = text.skipSeparators(index);
        if (next == index || !text.isDigit(next)) {
          findInRun(text, run, found);
          run.clear();
          next = Math.max(next, index + 1);
        }
        index = next;
      }
    }
    findInRun(text, run, found);
  }

  /** Searches a run: indexes of digits with nothing but separators between them. */
  private static void findInRun(SpokenText text, List<Integer> run, Found found) {
    for (int first = 0; first + SHORTEST <= run.size(); first++) {
      int digits = text.isDigit(run.get(first) - 1) ? 0 : longestNumber(text, run, first);
      if (digits > 0) {
        found.accept(run.get(first), run.get(first + digits - 1) + 1);
      }
    }
  }

  /** The length of the longest card number from here that ends with its group; 0 for none. */
  private static int longestNumber(SpokenText text, List<Integer> run, int first) {
    for (int digits = Math.min(LONGEST, run.size() - first); digits >= SHORTEST; digits--) {
      boolean endsGroup = !text.isDigit(run.get(first + digits - 1) + 1);
      if (endsGroup && isLuhnValid(text, run.subList(first, first + digits))) {
        return digits;
      }
    }
    return 0;
  }

  private static boolean isLuhnValid(SpokenText text, List<Integer> indexes) {
    StringBuilder digits = new StringBuilder();
    indexes.forEach(index -> digits.append(text.charAt(index)));
    // The library rejects a number of zeros; redaction applies in doubt.
    return LuhnCheckDigit.LUHN_CHECK_DIGIT.isValid(digits.toString())
        || digits.chars().allMatch(digit -> digit == '0');
  }
}
