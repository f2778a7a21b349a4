package eu.callorders.console.suppression;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.PhoneFormat;
import eu.callorders.console.ui.FailureMessage;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Do-not-call entries as typed.
 *
 * @param phones separated by commas; each may contain blanks and punctuation; blank for none
 * @param subject reference of a person; blank for none
 */
public record NewSuppression(String phones, String subject, String reason) {
  public static final NewSuppression NOTHING = new NewSuppression("", "", "");

  private static final Pattern CONTROL = Pattern.compile("[\\u0000-\\u001f\\u007f-\\u009f]");
  private static final Pattern SEPARATOR = Pattern.compile("[,;]");
  private static final int MAX_SUBJECT_LENGTH = 128;
  private static final int MAX_REASON_LENGTH = 200;

  /** The same entries for that reason; it may be blank. */
  public NewSuppression withReason(String given) {
    return new NewSuppression(phones, subject, given);
  }

  enum Fault {
    /** Neither phone nor subject. */
    EMPTY,
    /** A phone that is not E.164. */
    PHONE,
    SUBJECT,
    REASON
  }

  Set<Fault> faults() {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (e164().isEmpty() && subject.isBlank()) {
      faults.add(Fault.EMPTY);
    }
    if (!e164().stream().allMatch(PhoneFormat::isE164)) {
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

  /** The phones, in E.164 if they are valid. */
  public List<String> e164() {
    return SEPARATOR
        .splitAsStream(phones)
        .map(PhoneFormat::normalize)
        .filter(phone -> !phone.isEmpty())
        .distinct()
        .toList();
  }

  /** An entry for each phone, all of them for the person; one for the person alone. */
  public List<ObjectNode> bodies() {
    List<String> numbers = e164();
    return (numbers.isEmpty() ? List.of("") : numbers).stream().map(this::body).toList();
  }

  private ObjectNode body(String phone) {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "phone", phone);
    Json.putUnlessEmpty(body, "subject_reference", subject.strip());
    Json.putUnlessEmpty(body, "reason", reason.strip());
    return body;
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
