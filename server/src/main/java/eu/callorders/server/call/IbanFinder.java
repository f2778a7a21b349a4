package eu.callorders.server.call;

import java.util.Set;
import org.apache.commons.validator.routines.IBANValidator;
import org.apache.commons.validator.routines.IBANValidatorStatus;

/** Finds international bank account numbers (ISO 13616), in one piece or in groups. */
final class IbanFinder {
  private static final IBANValidator FORMATS = IBANValidator.getInstance();

  /**
   * The validator knows these codes, but the accounts of these territories bear the code of
   * Finland, France or the United Kingdom, and "im", "je" and "pm" are words.
   */
  private static final Set<String> TERRITORIES =
      Set.of(
          "AX", "BL", "GF", "GG", "GP", "IM", "JE", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF",
          "YT");

  private static final int MODULUS = 97;
  private static final int HEAD = 4;

  /** The size of printed groups. */
  private static final int GROUP = 4;

  private IbanFinder() {}

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
        length = length(number.toString());
      }
    }
    boolean isAccount =
        length > HEAD && !text.isLetterOrDigit(end) && isAccount(number.toString(), isPrinted);
    return isAccount ? end : start;
  }

  /** The length of account numbers that begin so; 0 when none do. */
  private static int length(String head) {
    String country = head.substring(0, 2);
    boolean hasChecksum = Character.isDigit(head.charAt(2)) && Character.isDigit(head.charAt(3));
    return hasChecksum && FORMATS.hasValidator(country) && !TERRITORIES.contains(country)
        ? FORMATS.getValidator(country).getIbanLength()
        : 0;
  }

  private static boolean isAccount(String number, boolean isPrinted) {
    IBANValidatorStatus status = FORMATS.validate(number);
    boolean hasFormat =
        status == IBANValidatorStatus.VALID || status == IBANValidatorStatus.INVALID_CHECKSUM;
    boolean isShaped = hasFormat && (isPrinted || hasDigits(number, 1, 2));
    return isShaped || hasDigits(number, 2, 3) || isChecksumValid(number);
  }

  /** Separates account numbers from words that happen to begin with a country code. */
  private static boolean hasDigits(String number, int part, int of) {
    long digits = number.chars().skip(HEAD).filter(Character::isDigit).count();
    return of * digits >= (long) part * (number.length() - HEAD);
  }

  /** ISO 7064 mod 97-10 with any check digits; the validator rejects 00, 01 and 99. */
  private static boolean isChecksumValid(String number) {
    String rotated = number.substring(HEAD) + number.substring(0, HEAD);
    int remainder = 0;
    for (int index = 0; index < rotated.length(); index++) {
      int value = Character.digit(rotated.charAt(index), Character.MAX_RADIX);
      remainder = (remainder * (value < 10 ? 10 : 100) + value) % MODULUS;
    }
    return remainder == 1;
  }
}
