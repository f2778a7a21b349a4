package eu.callorders.server.call;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds international bank account numbers (ISO 13616), in one piece or in groups. */
final class IbanFinder {
  /**
   * By country, the part after the checksum: counts of digits (n), letters (a) or either (c). From
   * SWIFT's ISO 13616 registry.
   */
  private static final Map<String, Structure> STRUCTURES =
      Arrays.stream(
              """
              AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c
              BY4c4n16c CH5n12c CR18n CY8n16c CZ20n DE18n DJ23n DK14n DO4c20n EE16n EG25n ES20n
              FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT24c HN4a20n
              HR17n HU24n IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c
              LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n MD20c ME18n MK3n10c2n MN16n
              MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n
              QA4a21c RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n SM1a10n12c
              SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n XK16n YE4a4n18c\
              """
                  .split("\\s+"))
          .collect(
              Collectors.toUnmodifiableMap(
                  entry -> entry.substring(0, 2), entry -> Structure.of(entry.substring(2))));

  private static final int MODULUS = 97;
  private static final int HEAD = 4;

  /** The size of printed groups. */
  private static final int GROUP = 4;

  private static final Structure UNKNOWN = new Structure(0, Pattern.compile("(?!)"));

  private IbanFinder() {}

  /** The format of a country's account numbers after the first four characters. */
  private record Structure(int length, Pattern pattern) {
    private static final Pattern PART = Pattern.compile("([0-9]+)([nac])");

    static Structure of(String parts) {
      int length = 0;
      StringBuilder pattern = new StringBuilder();
      for (MatchResult part : PART.matcher(parts).results().toList()) {
        length += Integer.parseInt(part.group(1));
        String characters =
            switch (part.group(2)) {
              case "n" -> "[0-9]";
              case "a" -> "[A-Z]";
              default -> "[0-9A-Z]";
            };
        pattern.append(characters).append('{').append(part.group(1)).append('}');
      }
      return new Structure(length, Pattern.compile(pattern.toString()));
    }
  }

  /**
   * The end of the account number that begins at the index; the index itself when none does. A
   * number with a wrong checksum, possibly misheard, counts if it has its country's format or is
   * mostly digits.
   */
  static int findEnd(SpokenText text, int start) {
    if (!text.isLetter(start) || text.isLetterOrDigit(start - 1)) {
      return start;
    }
    StringBuilder number = new StringBuilder();
    Structure structure = UNKNOWN;
    int length = HEAD;
    int end = start;
    int index = start;
    boolean isPrinted = true;
    while (number.length() < length) {
      if (!text.isLetterOrDigit(index)) {
        return start;
      }
      isPrinted &= index == end || number.length() % GROUP == 0;
      number.append(text.charAt(index));
      end = index + 1;
      index = text.skipSeparators(end);
      if (number.length() == HEAD) {
        structure = structure(number);
        length = HEAD + structure.length();
      }
    }
    if (structure.length() == 0 || text.isLetterOrDigit(end)) {
      return start;
    }
    boolean isShaped =
        structure.pattern().matcher(number.substring(HEAD)).matches()
            && (isPrinted || hasDigits(number, 1, 2));
    return isShaped || hasDigits(number, 2, 3) || isChecksumValid(number) ? end : start;
  }

  private static Structure structure(StringBuilder head) {
    boolean shaped = Character.isDigit(head.charAt(2)) && Character.isDigit(head.charAt(3));
    return shaped ? STRUCTURES.getOrDefault(head.substring(0, 2), UNKNOWN) : UNKNOWN;
  }

  /** Separates account numbers from words that happen to begin with a country code. */
  private static boolean hasDigits(StringBuilder number, int part, int of) {
    long digits = number.chars().skip(HEAD).filter(Character::isDigit).count();
    return of * digits >= (long) part * (number.length() - HEAD);
  }

  /** Whether the checksum (ISO 7064 mod 97-10) is valid. */
  private static boolean isChecksumValid(StringBuilder number) {
    String rotated = number.substring(HEAD) + number.substring(0, HEAD);
    int remainder = 0;
    for (int index = 0; index < rotated.length(); index++) {
      int value = Character.digit(rotated.charAt(index), Character.MAX_RADIX);
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % MODULUS;
    }
    return remainder == 1;
  }
}
