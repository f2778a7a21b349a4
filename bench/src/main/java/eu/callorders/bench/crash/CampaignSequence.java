package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/**
 * The sequences that a campaign's persons go through. Their waits end at a few times of the day:
 * the clock stops wherever something is due, and many meet there.
 */
public enum CampaignSequence {
  STEADY(
      """
      {"key": "steady", "title": "Campaign",
       "trigger": {"signal_type": "invoice.overdue", "enrollment_policy": "one_active_per_subject"},
       "exit_conditions": [{"type": "signal", "signal_type": "invoice.credited"}],
       "steps": [
        {"id": "rest", "type": "wait", "after": {"min": "PT20M", "max": "PT90M"},
         "until": {"local_time": "13:00"},
         "skip_remaining_if": [{"type": "signal", "signal_type": "invoice.postponed"}]},
        {"id": "first", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 2, "retry": {"min_gap_hours": 1}}},
        {"id": "pause", "type": "wait", "after": {"min": "PT1H"}, "until": {"local_time": "16:00"},
         "skip_remaining_if": [{"type": "signal", "signal_type": "invoice.postponed"}]},
        {"id": "second", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 1},
         "exit_when": {"summary_codes": ["payment_promised", "refused"]}, "exit_reason": "settled"},
        {"id": "last_rest", "type": "wait", "after": {"min": "PT2H"},
         "until": {"local_time": "09:30"}},
        {"id": "third", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 1}}]}
      """),
  EAGER(
      """
      {"key": "eager", "title": "Campaign",
       "trigger": {"signal_type": "invoice.dunned", "enrollment_policy": "replace_active"},
       "steps": [
        {"id": "call", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 1}},
        {"id": "rest", "type": "wait", "after": {"min": "PT30M"}, "until": {"local_time": "11:00"}},
        {"id": "again", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 1}}]}
      """);

  /** Ends an enrollment of {@link #STEADY}, as its definition says. */
  static final String CREDITED = "invoice.credited";

  /** Spares an enrollment of {@link #STEADY} its remaining steps while it waits. */
  static final String POSTPONED = "invoice.postponed";

  /** End every enrollment. */
  static final List<String> OF_PLATFORM =
      List.of("payment.received", "claim.withdrawn", "claim.disputed");

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final JsonNode definition;

  CampaignSequence(String definition) {
    try {
      this.definition = Http.JSON.readTree(definition);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String trigger() {
    return definition.at("/trigger/signal_type").asText();
  }

  List<String> steps() {
    return definition.path("steps").findValuesAsText("id");
  }

  boolean orders(String step) {
    for (JsonNode each : definition.path("steps")) {
      if (each.path("id").asText().equals(step)) {
        return each.path("type").asText().equals("create_order");
      }
    }
    return false;
  }

  static CampaignSequence of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  /** Creates and activates all of them, while nothing is broken yet. */
  public static void createAll(CampaignTenant tenancy) throws InterruptedException {
    for (CampaignSequence sequence : values()) {
      Http.Answer created = tenancy.insist("POST", "/v1/sequences", sequence.definition.toString());
      String path = "/v1/sequences/" + created.require("a sequence").path("id").asText();
      tenancy.insist("POST", path + "/versions/1/activate", "").require("an activation");
    }
  }
}
