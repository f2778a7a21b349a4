package eu.callorders.server.call;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** International bank account numbers (ISO 13616), in one piece or in groups. */
final class Iban {
  /** Country and length, from the registry that SWIFT keeps for ISO 13616. */
  private static final Map<String, Integer> LENGTHS =
      Arrays.stream(
              """
              AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22
              DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28
              HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25
              MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29
              RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29
              VA22 VG24 XK20 YE30\
              """
                  .split("\\s+"))
          .collect(
              Collectors.toUnmodifiableMap(
                  entry -> entry.substring(0, 2), entry -> Integer.parseInt(entry.substring(2))));

  private static final int MODULUS = 97;
  private static final int HEAD = 4;

  private Iban() {}

  /**
   * The end of the account number that begins at that place; the place itself when none does. A
   * checksum that does not hold is no reason to leave it: digits are misheard.
   */
  static int endOfOneAt(SpokenText text, int start) {
    if (!text.isLetter(start) || text.isLetterOrDigit(start - 1)) {
      return start;
    }
    StringBuilder number = new StringBuilder();
    int length = HEAD;
    int end = start;
    int place = start;
    while (number.length() < length) {
      if (!text.isLetterOrDigit(place)) {
        return start;
      }
      number.append(text.charAt(place));
      end = place + 1;
      place = text.afterSeparators(end);
      if (number.length() == HEAD) {
        length = length(number);
      }
    }
    boolean found = number.length() > HEAD && !text.isLetterOrDigit(end);
    return found && (isMostlyDigits(number) || holds(number)) ? end : start;
  }

  /** How long a number is that begins so; 0 when none does. */
  private static int length(StringBuilder head) {
    boolean shaped = Character.isDigit(head.charAt(2)) && Character.isDigit(head.charAt(3));
    return shaped ? LENGTHS.getOrDefault(head.substring(0, 2), 0) : 0;
  }

  /** Words that happen to follow the code of a country have few digits, account numbers many. */
  private static boolean isMostlyDigits(StringBuilder number) {
    long digits = number.chars().skip(HEAD).filter(Character::isDigit).count();
    return 3 * digits >= 2L * (number.length() - HEAD);
  }

  /** The check of ISO 7064 mod 97-10, over the number with its first four characters at the end. */
  private static boolean holds(StringBuilder number) {
    String turned = number.substring(HEAD) + number.substring(0, HEAD);
    int remainder = 0;
    for (int place = 0; place < turned.length(); place++) {
      int value = Character.digit(turned.charAt(place), Character.MAX_RADIX);
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % MODULUS;
    }
    return remainder == 1;
  }
}
