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
 * What the blanks of a dialogue stand for: {@code {payment_promise.amount}} is a path into these
 * documents, the first that has it wins.
 */
record TemplateFields(List<Map<String, Object>> documents, ValueFormatter wording) {
  private static final Pattern BLANK = Pattern.compile("\\{([a-z_.]+)\\}");

  /** The blanks of a call; findings that are forced may lack what the dialogue mentions. */
  static TemplateFields of(
      PlaceCall call,
      Map<String, Object> findings,
      Map<String, Object> usual,
      ValueFormatter wording) {
    return new TemplateFields(List.of(ofCall(call), findings, usual), wording);
  }

  /** The text with its blanks filled; what fills them is not looked at again. */
  String fill(String text) {
    return BLANK
        .matcher(text)
        .replaceAll(blank -> Matcher.quoteReplacement(wording.say(value(blank.group(1)))));
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
    Map<String, Object> blanks = new LinkedHashMap<>();
    blanks.put("disclosure", call.disclosure());
    blanks.put("full_name", joined(briefing.givenName(), briefing.familyName()));
    blanks.put(
        "address",
        joined(
            briefing.salutation() == null ? briefing.givenName() : briefing.salutation(),
            briefing.familyName()));
    blanks.put("date_of_birth", text(briefing.dateOfBirth()));
    blanks.put("postal_code", text(briefing.postalCode()));
    blanks.put("claim", briefing.claim());
    return blanks;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String joined(@Nullable String before, String name) {
    return before == null ? name : before + " " + name;
  }
}
