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
record TemplateFields(List<Map<String, Object>> documents, ValueFormatter formatter) {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_.]+)\\}");

  /** Forced findings may lack values that the dialogue mentions; {@code usual} has defaults. */
  static TemplateFields of(
      PlaceCall call,
      Map<String, Object> findings,
      Map<String, Object> usual,
      ValueFormatter wording) {
    return new TemplateFields(List.of(callFields(call), findings, usual), wording);
  }

  /** Fills the placeholders once; inserted values are not expanded. */
  String fill(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            match -> Matcher.quoteReplacement(formatter.formatValue(value(match.group(1)))));
  }

  private @Nullable Object value(String path) {
    return documents.stream()
        .map(document -> resolve(document, path))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Object resolve(Map<String, Object> document, String path) {
    Object value = document;
    for (String member : path.split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(member) : null;
    }
    return value;
  }

  private static Map<String, Object> callFields(PlaceCall call) {
    Briefing briefing = call.briefing();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("disclosure", call.disclosure());
    fields.put("full_name", join(briefing.givenName(), briefing.familyName()));
    fields.put(
        "address",
        join(
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

  private static String join(@Nullable String before, String name) {
    return before == null ? name : before + " " + name;
  }
}
