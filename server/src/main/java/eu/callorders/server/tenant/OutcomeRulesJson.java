package eu.callorders.server.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.outcome.HoldScope;
import eu.callorders.core.outcome.OutcomeRule;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.json.Json;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The administration's {@code outcome_rules}: for each outcome a rule, or null. */
public final class OutcomeRulesJson {
  private static final String RECOMMENDED = "recommended";
  private static final String SCOPE = "hold_on";
  private static final String DAYS = "days";

  private OutcomeRulesJson() {}

  /** A member for each outcome that can have a rule. */
  public static ObjectNode write(OutcomeRules rules) {
    ObjectNode json = Json.object();
    for (SummaryCode code : OutcomeRules.CODES) {
      json.set(code.wire(), rules.rule(code).map(OutcomeRulesJson::write).orElse(null));
    }
    return json;
  }

  private static ObjectNode write(OutcomeRule rule) {
    return Json.object().put(SCOPE, rule.scope().wire()).put(DAYS, rule.days());
  }

  /** Reads what {@link #write} has written. */
  static OutcomeRules read(JsonNode json) {
    return patch(OutcomeRules.NONE, json, OutcomeRules.NONE);
  }

  /**
   * The rules after a valid merge patch: absent members stay, null removes a rule, and a rule is
   * merged into the present one or else into the recommended one.
   *
   * @param patch a member per outcome, {@code "recommended"}, null for the defaults, or absent
   * @param defaults of a new tenant
   */
  public static OutcomeRules patch(
      OutcomeRules rules, @Nullable JsonNode patch, OutcomeRules defaults) {
    if (patch == null || patch.isMissingNode()) {
      return rules;
    }
    if (patch.isNull()) {
      return defaults;
    }
    if (patch.isTextual()) {
      if (!patch.asText().equals(RECOMMENDED)) {
        throw new IllegalArgumentException("unknown table of outcome rules: " + patch);
      }
      return OutcomeRules.RECOMMENDED;
    }
    Map<SummaryCode, OutcomeRule> rows = new EnumMap<>(SummaryCode.class);
    rows.putAll(rules.rows());
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      SummaryCode code = SummaryCode.of(member.getKey()).orElseThrow();
      if (member.getValue().isNull()) {
        rows.remove(code);
      } else {
        rows.put(code, merge(code, rows.get(code), member.getValue()));
      }
    }
    return new OutcomeRules(rows);
  }

  private static OutcomeRule merge(
      SummaryCode code, @Nullable OutcomeRule present, JsonNode patch) {
    OutcomeRule recommended = OutcomeRules.RECOMMENDED.rule(code).orElseThrow();
    OutcomeRule base = present == null ? recommended : present;
    Optional<HoldScope> scope = HoldScope.of(patch.path(SCOPE).asText());
    return new OutcomeRule(
        scope.orElse(patch.has(SCOPE) ? recommended.scope() : base.scope()),
        patch.has(DAYS) ? daysOrNull(patch.get(DAYS)) : base.days());
  }

  private static @Nullable Integer daysOrNull(JsonNode days) {
    return days.isNull() ? null : days.intValue();
  }
}
