package eu.callorders.server.country;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.server.json.Json;
import eu.callorders.server.window.CallTimesMapper;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A country's rule as JSON: {@code {local_call_times, on_holidays, max_dials_per_7_days,
 * max_conversations_per_7_days, basis_required, valid_from, reviewed_on, source}}.
 */
public final class CountryRuleDocument {
  private CountryRuleDocument() {}

  /** The rule in a valid document. */
  static CountryRule read(String country, int version, JsonNode document) {
    return new CountryRule(
        country,
        version,
        document.hasNonNull("valid_from")
            ? LocalDate.parse(document.get("valid_from").textValue())
            : CountryRule.ALWAYS,
        WeeklyHours.of(CallTimesMapper.read(document.path("local_call_times"))),
        document.path("on_holidays").booleanValue(),
        limit(document, "max_dials_per_7_days"),
        limit(document, "max_conversations_per_7_days"),
        document.path("basis_required").booleanValue(),
        LocalDate.parse(document.path("reviewed_on").textValue()),
        document.path("source").textValue());
  }

  private static @Nullable Integer limit(JsonNode document, String member) {
    return document.hasNonNull(member) ? document.get(member).intValue() : null;
  }

  /** The document of a rule, without country and version; what is not set is absent. */
  public static ObjectNode write(CountryRule rule) {
    ObjectNode document =
        Json.object().set("local_call_times", CallTimesMapper.write(rule.hours()));
    document.put("on_holidays", rule.onHolidays());
    Json.putIfPresent(document, "max_dials_per_7_days", rule.maxDialsPer7Days());
    Json.putIfPresent(document, "max_conversations_per_7_days", rule.maxConversationsPer7Days());
    document.put("basis_required", rule.basisRequired());
    if (!rule.validFrom().equals(CountryRule.ALWAYS)) {
      document.put("valid_from", rule.validFrom().toString());
    }
    return document.put("reviewed_on", rule.reviewedOn().toString()).put("source", rule.source());
  }
}
