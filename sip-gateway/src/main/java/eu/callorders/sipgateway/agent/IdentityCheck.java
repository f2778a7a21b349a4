package eu.callorders.sipgateway.agent;

import eu.callorders.core.telephony.Briefing;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * What a person must enter before the claim is named.
 *
 * @param kind how the identity is verified
 * @param digits the expected entry; empty unless an entry is expected
 */
record IdentityCheck(Kind kind, String digits) {
  private static final DateTimeFormatter ENTRY = DateTimeFormatter.ofPattern("ddMMuuuu");

  enum Kind {
    /** The answer to "are you ..." is enough. */
    NAME,
    BIRTH_DATE,
    POSTAL_CODE,
    /** The data for the check is missing, so that the claim is never named. */
    IMPOSSIBLE
  }

  static IdentityCheck of(Briefing briefing) {
    return switch (briefing.verificationMode()) {
      case "name_only" -> new IdentityCheck(Kind.NAME, "");
      case "date_of_birth" -> ofDigits(Kind.BIRTH_DATE, birthDate(briefing.dateOfBirth()));
      case "postal_code" -> ofDigits(Kind.POSTAL_CODE, postalCode(briefing.postalCode()));
      default -> new IdentityCheck(Kind.IMPOSSIBLE, "");
    };
  }

  private static IdentityCheck ofDigits(Kind kind, @Nullable String digits) {
    return digits == null
        ? new IdentityCheck(Kind.IMPOSSIBLE, "")
        : new IdentityCheck(kind, digits);
  }

  private static @Nullable String birthDate(@Nullable String date) {
    try {
      return date == null ? null : LocalDate.parse(date).format(ENTRY);
    } catch (DateTimeParseException none) {
      return null;
    }
  }

  /** Null for a code with letters, which no keypad has. */
  private static @Nullable String postalCode(@Nullable String code) {
    return code == null || !code.strip().matches("[0-9]{3,10}") ? null : code.strip();
  }
}
