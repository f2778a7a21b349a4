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

/**
 * An entry as the operator types it.
 *
 * @param phone with spaces, brackets and hyphens as people write it
 */
record NewSuppression(String phone, String subject, String reason) {
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final Pattern CONTROL = Pattern.compile("[\\u0000-\\u001f\\u007f-\\u009f]");
  private static final int SUBJECT_AT_MOST = 128;
  private static final int REASON_AT_MOST = 200;

  /** What can be wrong with it. */
  enum Fault {
    /** Neither a number nor a person. */
    NOTHING_GIVEN,
    /** Not an international number. */
    PHONE,
    SUBJECT,
    REASON
  }

  Set<Fault> faults() {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (number().isEmpty() && subject.isBlank()) {
      faults.add(Fault.NOTHING_GIVEN);
    }
    if (!number().isEmpty() && !isNumber(number())) {
      faults.add(Fault.PHONE);
    }
    if (!fits(subject, SUBJECT_AT_MOST)) {
      faults.add(Fault.SUBJECT);
    }
    if (!fits(reason, REASON_AT_MOST)) {
      faults.add(Fault.REASON);
    }
    return faults;
  }

  private static boolean fits(String text, int most) {
    String kept = text.strip();
    return kept.codePointCount(0, kept.length()) <= most && !CONTROL.matcher(kept).find();
  }

  /** As the service takes it, when it is one: {@code 0049 (30) 23125-000} is +493023125000. */
  String number() {
    return dialable(phone);
  }

  static boolean isNumber(String dialable) {
    return E164.matcher(dialable).matches();
  }

  static String dialable(String typed) {
    String digits = typed.replaceAll("[\\s()/.\\-\\u00a0]", "");
    return digits.startsWith("00") ? "+" + digits.substring(2) : digits;
  }

  ObjectNode body() {
    ObjectNode body = Json.object();
    put(body, "phone", number());
    put(body, "subject_reference", subject.strip());
    put(body, "reason", reason.strip());
    return body;
  }

  private static void put(ObjectNode body, String name, String value) {
    if (!value.isEmpty()) {
      body.put(name, value);
    }
  }

  /** What the service has against an addition, by the members that it is about. */
  static Map<String, String> refused(@Nullable Failure why) {
    Map<String, String> faults = new LinkedHashMap<>();
    if (why instanceof Failure.Refused refused) {
      for (Problem.Fault fault : refused.problem().faults()) {
        faults.merge(fault.pointer(), FailureMessage.of(fault), (one, other) -> one + "\n" + other);
      }
    }
    return faults;
  }
}
