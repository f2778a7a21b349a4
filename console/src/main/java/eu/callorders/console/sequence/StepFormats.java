package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.DurationFormat;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.ui.Texts;
import java.time.ZoneId;

/** How the fields of a sequence are written, in the language of the operator. */
record StepFormats(
    JsonFieldConverter converter,
    DurationFormat durations,
    NamedLines conditions,
    NamedLines summaryCodes,
    NamedLines reachability) {
  private static final String SIGNAL = "signal";

  static StepFormats of(Texts texts) {
    return new StepFormats(
        new JsonFieldConverter(ZoneId.systemDefault()),
        new DurationFormat(texts),
        NamedLines.of(texts, "condition"),
        NamedLines.of(texts, "summary_code"),
        NamedLines.of(texts, "reachability"));
  }

  /** Conditions as lines: the name of a fact, or the type of a signal. */
  String formatConditions(JsonNode array) {
    return conditions.format(Json.list(array, StepFormats::conditionValue));
  }

  private static String conditionValue(JsonNode condition) {
    String type = condition.path("type").asText();
    return type.equals(SIGNAL) ? condition.path("signal_type").asText() : type;
  }

  JsonNode parseConditions(String lines) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (String value : conditions.parse(lines)) {
      if (conditions.names().containsKey(value)) {
        array.addObject().put("type", value);
      } else {
        array.addObject().put("type", SIGNAL).put("signal_type", value);
      }
    }
    return array;
  }

  static String formatCodes(NamedLines names, JsonNode array) {
    return names.format(Json.list(array, JsonNode::asText));
  }

  static JsonNode parseCodes(NamedLines names, String lines) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    names.parse(lines).forEach(array::add);
    return array;
  }
}
