package eu.callorders.server.call;

import java.util.Arrays;
import java.util.Locale;
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

  /** The end of the account number that begins at that place; the place itself when none does. */
  static int endOfOneAt(String text, int start) {
    if (!isLetter(text, start) || !isLetter(text, start + 1) || isWord(text, start - 1)) {
      return start;
    }
    Integer length = LENGTHS.get(text.substring(start, start + 2).toUpperCase(Locale.ROOT));
    if (length == null) {
      return start;
    }
    StringBuilder number = new StringBuilder(length);
    int place = start;
    while (number.length() < length) {
      if (isWord(text, place)) {
        number.append(text.charAt(place));
      } else if (!isSeparator(text, place) || isSeparator(text, place - 1)) {
        return start;
      }
      place++;
    }
    return !isWord(text, place) && holds(number) ? place : start;
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

  private static boolean isLetter(String text, int place) {
    return isWord(text, place) && !Character.isDigit(text.charAt(place));
  }

  private static boolean isWord(String text, int place) {
    return place >= 0
        && place < text.length()
        && text.charAt(place) < 128
        && Character.isLetterOrDigit(text.charAt(place));
  }

  private static boolean isSeparator(String text, int place) {
    return place < text.length() && CardNumbers.separates(text.charAt(place));
  }
}
