package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.List;

/** Explanations of an order, and the rules that they list. */
final class ExplanationFixture {
  static final String GAP_ENDS = "2026-11-17T21:10:00.000Z";
  static final String OPENS = "2026-11-18T07:00:00.000Z";
  static final String LAST_ENDED = "2026-11-17T17:10:00.000Z";
  static final String STATUS =
      "{'rule': 'order_status', 'verdict': 'wait', 'until': '"
          + OPENS
          + "', 'parameters':"
          + " {'status': 'scheduled', 'next_attempt_at': '"
          + OPENS
          + "', 'reason': 'redial'},"
          + " 'message': 'The next attempt is planned.'}";

  /** Each case that the contract describes: rule, verdict and parameters. */
  static final List<String> RULES =
      List.of(
          "order_status|pass|{'status': 'scheduled'}",
          "order_status|wait|{'status': 'accepted'}",
          "order_status|wait|{'status': 'dialing'}",
          "order_status|wait|{'status': 'in_progress'}",
          planned("first_attempt"),
          planned("redial"),
          planned("spread"),
          planned("refused"),
          "order_status|block|{'status': 'canceled', 'summary_code': 'canceled',"
              + " 'termination_reason': 'canceled'}",
          "attempts_left|pass|{'used': 1, 'limit': 3}",
          "attempts_left|block|{'used': 3, 'limit': 3}",
          "suppression|pass|{}",
          "suppression|block|{}",
          "country|pass|{'country': 'DE', 'skipped_countries': ['FR']}",
          "country|wait|{'country': 'FR', 'skipped_countries': ['FR']}",
          "hold|pass|{}",
          "hold|wait|{}",
          "hold|wait|{'holds': [{'id': 'hld_1', 'reason': 'disputed'}]}",
          "hold|wait|{'holds': [{'id': 'hld_1', 'reason': 'hardship', 'until': '" + OPENS + "'}]}",
          "halt|pass|{}",
          "halt|wait|{'kind': 'operator', 'reason': 'fire', 'halted_at': '" + OPENS + "'}",
          "halt|wait|{'kind': 'recovery', 'reason': 'copy', 'halted_at': '" + OPENS + "'}",
          "halt|wait|{'kind': 'tenant_disabled'}",
          "enrollment_paused|pass|{}",
          "enrollment_paused|wait|{}",
          "window|pass|{}",
          window("wait", "country_hours", "'hours': ['10:00-13:00', '14:00-20:00']"),
          window("wait", "country_hours", "'hours': []"),
          window("wait", "public_holidays", "'hours': [], 'holiday': 'All Saints'"),
          window("wait", "tenant_hours", "'hours': ['10:00-13:00']"),
          window("wait", "tenant_hours", "'hours': []"),
          window("wait", "order_times", "'hours': ['10:00-13:00']"),
          window("wait", "order_times", "'hours': []"),
          "window|wait|{'barriers': [{'rule': 'not_before', 'opens_at': '" + OPENS + "'}]}",
          "window|block|{'barriers': [{'rule': 'not_after', 'expires_at': '" + OPENS + "'}]}",
          "subject_busy|pass|{}",
          "subject_busy|wait|{}",
          "number_busy|pass|{}",
          "number_busy|wait|{}",
          "minimum_gap|pass|{}",
          gap("pass", false),
          gap("wait", false),
          gap("wait", true),
          "contacts_per_day|pass|{'used': 0, 'limit': 1}",
          "contacts_per_day|wait|{'used': 1, 'limit': 1}",
          "number_quota|pass|{}",
          "number_quota|wait|{'used': 3, 'limit': 3}",
          "dials_per_7_days|pass|{}",
          "dials_per_7_days|wait|{'used': 7, 'limit': 7, 'source': 'US/1'}",
          "conversations_per_7_days|pass|{}",
          "conversations_per_7_days|wait|{'used': 1, 'limit': 1, 'source': 'US/1'}",
          "dials_per_day|wait|{'used': 1000, 'limit': 1000}",
          "concurrent_calls|wait|{'used': 10, 'limit': 10}",
          "gateway|wait|{'status': 'unknown'}",
          "gateway|pass|{'status': 'up'}",
          "gateway|wait|{'status': 'degraded'}",
          "gateway|wait|{'status': 'down'}",
          "gateway|wait|{'status': 'open'}",
          "gateway|wait|{'status': 'half_open'}",
          "predial_check|pass|{}",
          "predial_check|pass|{'state': 'not_asked'}",
          "predial_check|wait|{'state': 'asked'}",
          "predial_check|wait|{'state': 'held'}",
          "predial_check|wait|{'state': 'unanswered', 'error': 'unexpected_status', 'failures': 1}",
          "predial_check|wait|{'state': 'paused'}");

  private ExplanationFixture() {}

  private static String planned(String reason) {
    return "order_status|wait|{'status': 'scheduled', 'next_attempt_at': '"
        + OPENS
        + "', 'reason': '"
        + reason
        + "'}";
  }

  static String window(String verdict, String barrier, String members) {
    return "window|"
        + verdict
        + "|{'barriers': [{'rule': '"
        + barrier
        + "', 'source': 'DE/1', 'zone': 'Europe/Berlin', 'date': '2026-11-17', "
        + members
        + "}]}";
  }

  static String gap(String verdict, boolean declined) {
    return "minimum_gap|"
        + verdict
        + "|{'last_ended_at': '"
        + LAST_ENDED
        + "', 'gap': 'PT4H', 'declined': "
        + declined
        + "}";
  }

  /** A rule of that case; {@code until} may be empty. */
  static String rule(String sample, String until) {
    String[] parts = sample.split("\\|");
    String known = until.isEmpty() ? "" : ", 'until': '" + until + "'";
    return "{'rule': '%s', 'verdict': '%s', 'parameters': %s, 'message': 'In English.'%s}"
        .formatted(parts[0], parts[1], parts[2], known);
  }

  /** These rules; the next possible instant may be empty. */
  static JsonNode explanation(String next, String... rules) {
    String possible = next.isEmpty() ? "" : "'next_possible_at': '" + next + "', ";
    String json =
        "{'status': 'scheduled', 'now': '2026-11-17T19:10:00.000Z', 'dialable': false, "
            + possible
            + "'rules': ["
            + String.join(", ", rules)
            + "]}";
    return Json.parse(json.replace('\'', '"')).orElseThrow();
  }
}
