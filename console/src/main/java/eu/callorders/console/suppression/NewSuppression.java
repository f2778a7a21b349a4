package eu.callorders.console.suppression;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A suppression as typed; the phone may contain blanks and punctuation. */
record NewSuppression(String phone, String subject, String reason) {
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final Pattern CONTROL = Pattern.compile("[\\u0000-\\u001f\\u007f-\\u009f]");
  private static final int MAX_SUBJECT_LENGTH = 128;
  private static final int MAX_REASON_LENGTH = 200;

  enum Fault {
    /** Neither phone nor subject. */
    EMPTY,
    /** Not an E.164 phone. */
    PHONE,
    SUBJECT,
    REASON
  }

  Set<Fault> faults() {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (e164().isEmpty() && subject.isBlank()) {
      faults.add(Fault.EMPTY);
    }
    if (!e164().isEmpty() && !isE164(e164())) {
      faults.add(Fault.PHONE);
    }
    if (!fits(subject, MAX_SUBJECT_LENGTH)) {
      faults.add(Fault.SUBJECT);
    }
    if (!fits(reason, MAX_REASON_LENGTH)) {
      faults.add(Fault.REASON);
    }
    return faults;
  }

  private static boolean fits(String text, int max) {
    String stripped = text.strip();
    return stripped.codePointCount(0, stripped.length()) <= max
        && !CONTROL.matcher(stripped).find();
  }

  /** The phone in E.164 if valid: {@code 0049 (30) 23125-000} becomes +493023125000. */
  String e164() {
    return normalizePhone(phone);
  }

  static boolean isE164(String phone) {
    return E164.matcher(phone).matches();
  }

  static String normalizePhone(String typed) {
    String digits = typed.replaceAll("[\\s()/.\\-\\u00a0]", "");
    return digits.startsWith("00") ? "+" + digits.substring(2) : digits;
  }

  ObjectNode body() {
    ObjectNode body = Json.object();
    put(body, "phone", e164());
    put(body, "subject_reference", subject.strip());
    put(body, "reason", reason.strip());
    return body;
  }

  private static void put(ObjectNode body, String name, String value) {
    if (!value.isEmpty()) {
      body.put(name, value);
    }
  }

  /** The field errors of a rejected request, by pointer. */
  static Map<String, String> fieldErrors(@Nullable Failure cause) {
    Map<String, String> faults = new LinkedHashMap<>();
    if (cause instanceof Failure.Refused refused) {
      for (Problem.FieldError fault : refused.problem().fieldErrors()) {
        faults.merge(fault.pointer(), FailureMessage.of(fault), (one, other) -> one + "\n" + other);
      }
    }
    return faults;
  }
}
