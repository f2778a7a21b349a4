package eu.callorders.simulator.scenario;

import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of a dialogue's placeholders: {@code {payment_promise.amount}} is a path into these
 * documents; the first one that has it takes precedence.
 */
record TemplateFields(List<Map<String, Object>> documents, ValueFormatter wording) {
  private static final Pattern BLANK = Pattern.compile("\\{([a-z_.]+)\\}");

  /** Forced findings may lack values that the dialogue mentions; {@code usual} has defaults. */
  static TemplateFields of(
      PlaceCall call,
      Map<String, Object> findings,
      Map<String, Object> usual,
      ValueFormatter wording) {
    return new TemplateFields(List.of(ofCall(call), findings, usual), wording);
  }

  /** Fills the placeholders once; inserted values are not expanded. */
  String fill(String text) {
    return BLANK
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(wording.say(value(match.group(1)))));
  }

  private @Nullable Object value(String path) {
    return documents.stream()
        .map(document -> at(document, path))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Object at(Map<String, Object> document, String path) {
    Object value = document;
    for (String member : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(member) : null;
    }
    return value;
  }

  private static Map<String, Object> ofCall(PlaceCall call) {
    Briefing briefing = call.briefing();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("disclosure", call.disclosure());
    fields.put("full_name", joined(briefing.givenName(), briefing.familyName()));
    fields.put(
        "address",
        joined(
            briefing.salutation() == null ? briefing.givenName() : briefing.salutation(),
            briefing.familyName()));
    fields.put("date_of_birth", text(briefing.dateOfBirth()));
    fields.put("postal_code", text(briefing.postalCode()));
    fields.put("claim", briefing.claim());
    return fields;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String joined(@Nullable String before, String name) {
    return before == null ? name : before + " " + name;
  }
}
