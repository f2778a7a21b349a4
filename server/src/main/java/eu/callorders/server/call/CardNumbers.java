package eu.callorders.server.call;

import java.util.ArrayList;
import java.util.List;

/**
 * Card numbers (ISO/IEC 7812): 13 to 19 digits that satisfy the check of Luhn, in one piece or in
 * groups, also where other digits such as an expiry date follow at once.
 */
final class CardNumbers {
  private static final int SHORTEST = 13;
  private static final int LONGEST = 19;

  private CardNumbers() {}

  /** Is told where a number begins and where the first character after it stands. */
  interface Found {
    void at(int start, int end);
  }

  /** Finds those in a text, by their beginnings; they may overlap. */
  static void in(SpokenText text, Found found) {
    List<Integer> run = new ArrayList<>();
    int place = 0;
    while (place < text.length()) {
      if (text.isDigit(place)) {
        run.add(place);
        place++;
      } else {
        int next = text.afterSeparators(place);
        if (next == place || !text.isDigit(next)) {
          inRun(text, run, found);
          run.clear();
          next = Math.max(next, place + 1);
        }
        place = next;
      }
    }
    inRun(text, run, found);
  }

  /** Digits, by their places, that no more than separators keep apart. */
  private static void inRun(SpokenText text, List<Integer> run, Found found) {
    for (int first = 0; first + SHORTEST <= run.size(); first++) {
      int digits = text.isDigit(run.get(first) - 1) ? 0 : longestFrom(text, run, first);
      if (digits > 0) {
        found.at(run.get(first), run.get(first + digits - 1) + 1);
      }
    }
  }

  /** How many digits from here on are a card number that ends with its group; 0 for none. */
  private static int longestFrom(SpokenText text, List<Integer> run, int first) {
    for (int digits = Math.min(LONGEST, run.size() - first); digits >= SHORTEST; digits--) {
      boolean endsGroup = !text.isDigit(run.get(first + digits - 1) + 1);
      if (endsGroup && luhn(text, run.subList(first, first + digits))) {
        return digits;
      }
    }
    return 0;
  }

  private static boolean luhn(SpokenText text, List<Integer> places) {
    int sum = 0;
    for (int index = 0; index < places.size(); index++) {
      int digit = text.charAt(places.get(places.size() - 1 - index)) - '0';
      int weighted = index % 2 == 0 ? digit : digit * 2;
      sum += weighted / 10 + weighted % 10;
    }
    return sum % 10 == 0;
  }
}
