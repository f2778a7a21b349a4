package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.PhoneFormat;
import eu.callorders.console.ui.InstantConverter;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A hold as typed.
 *
 * @param subject reference of a person; blank for none
 * @param phone may contain blanks and punctuation; blank for none
 * @param claimMember the number of the claim that {@code claimNumber} is
 * @param claimNumber used for the extent of one claim only
 * @param reason empty until one is chosen
 * @param until without an instant when it stands until its release
 */
record NewHold(
    String subject,
    String phone,
    Extent extent,
    String claimMember,
    String claimNumber,
    String reason,
    InstantConverter.Input until,
    String note) {
  private static final Pattern CONTROL = Pattern.compile("[\\u0000-\\u001f\\u007f-\\u009f]");
  private static final int MAX_SUBJECT_LENGTH = 128;
  private static final int MAX_CLAIM_LENGTH = 64;
  private static final int MAX_NOTE_LENGTH = 200;

  enum Extent {
    UNCHOSEN,
    /** The person or the number, whatever the claim. */
    WHOLE,
    CLAIM
  }

  enum Fault {
    /** Neither person nor phone, and not one claim. */
    NOTHING_NAMED,
    /** None is chosen. */
    EXTENT,
    /** One claim without its number. */
    CLAIM_MISSING,
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
    boolean isOneClaim = extent == Extent.CLAIM;
    addUnless(!subject.isBlank() || !phone.isBlank() || isOneClaim, faults, Fault.NOTHING_NAMED);
    addUnless(extent != Extent.UNCHOSEN, faults, Fault.EXTENT);
    addUnless(!isOneClaim || !claimNumber.isBlank(), faults, Fault.CLAIM_MISSING);
    addUnless(fits(subject, MAX_SUBJECT_LENGTH), faults, Fault.SUBJECT);
    addUnless(phone.isBlank() || PhoneFormat.isE164(e164()), faults, Fault.PHONE);
    addUnless(!isOneClaim || fits(claimNumber, MAX_CLAIM_LENGTH), faults, Fault.CLAIM);
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

  /**
   * What a valid hold stops, in one sentence.
   *
   * @param person name and reference of the subject
   */
  String summary(String person, Texts texts, InstantConverter instants) {
    List<String> names = new ArrayList<>();
    if (!subject.isBlank()) {
      names.add("person");
    }
    if (!phone.isBlank()) {
      names.add("phone");
    }
    if (extent == Extent.CLAIM) {
      names.add("claim");
    }
    return texts.get(
        "summary." + String.join("_", names),
        person,
        e164(),
        claimNumber.strip() + " (" + texts.value("claim_member", claimMember) + ")",
        until
            .instant()
            .map(instant -> texts.get("summary.until", instants.text(instant)))
            .orElseGet(() -> texts.get("summary.open")));
  }

  ObjectNode body() {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "subject_reference", subject.strip());
    Json.putUnlessEmpty(body, "phone", e164());
    if (extent == Extent.CLAIM) {
      body.putObject("claim").put(claimMember, claimNumber.strip());
    }
    body.put("reason", reason);
    until.instant().ifPresent(instant -> body.put("until", instant.toString()));
    Json.putUnlessEmpty(body, "note", note.strip());
    return body;
  }
}
