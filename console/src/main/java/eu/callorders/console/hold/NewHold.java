package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.PhoneFormat;
import eu.callorders.console.ui.InstantConverter;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A hold as typed.
 *
 * @param subject reference of a person; blank for none
 * @param phone may contain blanks and punctuation; blank for none
 * @param claimMember the number of the claim that {@code claimNumber} is
 * @param claimNumber blank for none
 * @param reason empty until one is chosen
 * @param until without an instant when it stands until its release
 */
record NewHold(
    String subject,
    String phone,
    String claimMember,
    String claimNumber,
    String reason,
    InstantConverter.Input until,
    String note) {
  private static final Pattern CONTROL = Pattern.compile("[\\u0000-\\u001f\\u007f-\\u009f]");
  private static final int MAX_SUBJECT_LENGTH = 128;
  private static final int MAX_CLAIM_LENGTH = 64;
  private static final int MAX_NOTE_LENGTH = 200;

  enum Fault {
    /** Neither person nor phone nor claim. */
    NOTHING_NAMED,
    SUBJECT,
    /** A phone that is not E.164. */
    PHONE,
    CLAIM,
    /** None is chosen. */
    REASON,
    /** Not a time. */
    UNTIL,
    NOTE
  }

  Set<Fault> faults() {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (subject.isBlank() && phone.isBlank() && claimNumber.isBlank()) {
      faults.add(Fault.NOTHING_NAMED);
    }
    addUnless(fits(subject, MAX_SUBJECT_LENGTH), faults, Fault.SUBJECT);
    addUnless(phone.isBlank() || PhoneFormat.isE164(e164()), faults, Fault.PHONE);
    addUnless(fits(claimNumber, MAX_CLAIM_LENGTH), faults, Fault.CLAIM);
    addUnless(!reason.isEmpty(), faults, Fault.REASON);
    addUnless(until.error().isEmpty(), faults, Fault.UNTIL);
    addUnless(fits(note, MAX_NOTE_LENGTH), faults, Fault.NOTE);
    return faults;
  }

  private static void addUnless(boolean isRight, Set<Fault> faults, Fault fault) {
    if (!isRight) {
      faults.add(fault);
    }
  }

  private static boolean fits(String text, int max) {
    String stripped = text.strip();
    return stripped.codePointCount(0, stripped.length()) <= max
        && !CONTROL.matcher(stripped).find();
  }

  private String e164() {
    return PhoneFormat.normalize(phone);
  }

  ObjectNode body() {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "subject_reference", subject.strip());
    Json.putUnlessEmpty(body, "phone", e164());
    if (!claimNumber.isBlank()) {
      body.putObject("claim").put(claimMember, claimNumber.strip());
    }
    body.put("reason", reason);
    until.instant().ifPresent(instant -> body.put("until", instant.toString()));
    Json.putUnlessEmpty(body, "note", note.strip());
    return body;
  }
}
