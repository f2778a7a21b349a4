package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.List;
import java.util.Locale;

/**
 * The sequences that a campaign's persons go through. Their waits end at a few times of the day:
 * the clock stops wherever something is due, and many meet there.
 */
enum CampaignSequence {
  STEADY("invoice.overdue", "one_active_per_subject"),
  EAGER("invoice.dunned", "replace_active");

  /** Ends an enrollment of {@link #STEADY}, as its definition says. */
  static final String CREDITED = "invoice.credited";

  /** Spares an enrollment of {@link #STEADY} its remaining steps while it waits. */
  static final String POSTPONED = "invoice.postponed";

  /** End every enrollment. */
  static final List<String> OF_PLATFORM =
      List.of("payment.received", "claim.withdrawn", "claim.disputed");

  private static final String BODY =
      """
      {"key": "%s", "title": "Campaign",
       "trigger": {"signal_type": "%s", "enrollment_policy": "%s"},
       "exit_conditions": %s, "steps": %s}
      """;

  private static final String EXITS =
      """
      [{"type": "signal", "signal_type": "%s"}]
      """
          .formatted(CREDITED);

  private static final String STEADY_STEPS =
      """
      [{"id": "rest", "type": "wait", "after": {"min": "PT20M", "max": "PT90M"},
        "until": {"local_time": "13:00"},
        "skip_remaining_if": [{"type": "signal", "signal_type": "%1$s"}]},
       {"id": "first", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 2, "retry": {"min_gap_hours": 1}}},
       {"id": "pause", "type": "wait", "after": {"min": "PT1H"}, "until": {"local_time": "16:00"},
        "skip_remaining_if": [{"type": "signal", "signal_type": "%1$s"}]},
       {"id": "second", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 1},
        "exit_when": {"summary_codes": ["payment_promised", "refused"]}, "exit_reason": "settled"},
       {"id": "last_rest", "type": "wait", "after": {"min": "PT2H"}, "until": {"local_time": "09:30"}},
       {"id": "third", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 1}}]
      """
          .formatted(POSTPONED);

  private static final String EAGER_STEPS =
      """
      [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 1}},
       {"id": "rest", "type": "wait", "after": {"min": "PT30M"}, "until": {"local_time": "11:00"}},
       {"id": "again", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 1}}]
      """;

  private final String trigger;
  private final String policy;

  CampaignSequence(String trigger, String policy) {
    this.trigger = trigger;
    this.policy = policy;
  }

  /** The type of the signal that starts an enrollment. */
  String trigger() {
    return trigger;
  }

  /** The ids of its steps, in their order. */
  List<String> steps() {
    return switch (this) {
      case STEADY -> List.of("rest", "first", "pause", "second", "last_rest", "third");
      case EAGER -> List.of("call", "rest", "again");
    };
  }

  /** Those of its steps that make an order. */
  List<String> calls() {
    return switch (this) {
      case STEADY -> List.of("first", "second", "third");
      case EAGER -> List.of("call", "again");
    };
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of that key. */
  static CampaignSequence of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }

  private String body() {
    return this == STEADY
        ? BODY.formatted(key(), trigger, policy, EXITS, STEADY_STEPS)
        : BODY.formatted(key(), trigger, policy, "[]", EAGER_STEPS);
  }

  /** Creates and activates all of them, while nothing is broken yet. */
  static void createAll(CampaignTenant tenancy) throws InterruptedException {
    for (CampaignSequence sequence : values()) {
      Http.Answer created = tenancy.insist("POST", "/v1/sequences", sequence.body());
      String id = created.require("a sequence").path("id").asText();
      tenancy
          .insist("POST", "/v1/sequences/" + id + "/versions/1/activate", "")
          .require("an activation");
    }
  }
}
