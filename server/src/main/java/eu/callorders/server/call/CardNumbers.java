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

  /** Finds those in a text, in order. */
  static void in(String text, Found found) {
    List<Integer> run = new ArrayList<>();
    for (int place = 0; place <= text.length(); place++) {
      if (isDigit(text, place)) {
        run.add(place);
      } else if (!joins(text, place)) {
        inRun(text, run, found);
        run.clear();
      }
    }
  }

  /** Digits, by their places, that no more than single separators keep apart. */
  private static void inRun(String text, List<Integer> run, Found found) {
    int first = 0;
    while (first + SHORTEST <= run.size()) {
      int digits = isDigit(text, run.get(first) - 1) ? 0 : longestFrom(text, run, first);
      if (digits > 0) {
        found.at(run.get(first), run.get(first + digits - 1) + 1);
      }
      first += Math.max(1, digits);
    }
  }

  /** How many digits from here on are a card number that ends with its group; 0 for none. */
  private static int longestFrom(String text, List<Integer> run, int first) {
    char issuer = text.charAt(run.get(first));
    if (issuer < '2' || issuer > '6') {
      return 0; // not a card that anybody pays with
    }
    for (int digits = Math.min(LONGEST, run.size() - first); digits >= SHORTEST; digits--) {
      boolean endsGroup = !isDigit(text, run.get(first + digits - 1) + 1);
      if (endsGroup && luhn(text, run.subList(first, first + digits))) {
        return digits;
      }
    }
    return 0;
  }

  private static boolean luhn(String text, List<Integer> places) {
    int sum = 0;
    for (int index = 0; index < places.size(); index++) {
      int digit = text.charAt(places.get(places.size() - 1 - index)) - '0';
      int weighted = index % 2 == 0 ? digit : digit * 2;
      sum += weighted / 10 + weighted % 10;
    }
    return sum % 10 == 0;
  }

  /** Whether a single separator stands there, between two digits. */
  private static boolean joins(String text, int place) {
    return place < text.length()
        && separates(text.charAt(place))
        && isDigit(text, place - 1)
        && isDigit(text, place + 1);
  }

  /** Blanks of either width and hyphens: how people write groups. */
  static boolean separates(char character) {
    return character == ' ' || character == '-' || character == '\u00a0' || character == '\u202f';
  }

  private static boolean isDigit(String text, int place) {
    return place >= 0
        && place < text.length()
        && text.charAt(place) >= '0'
        && text.charAt(place) <= '9';
  }
}
