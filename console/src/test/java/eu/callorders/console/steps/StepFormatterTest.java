package eu.callorders.console.steps;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepFormatterTest {
  @BeforeEach
  void useEnglish() {
    Locale.setDefault(Locale.ENGLISH);
  }

  private static List<String> lines(String step) {
    return new StepFormatter().describe(Json.parse(step).orElseThrow());
  }

  @Test
  void describesWait() {
    assertThat(
            lines(
                """
                {"id": "a", "type": "wait", "after": {"min": "P1D", "max": "P2DT12H"},
                 "until": {"local_time": "10:00"},
                 "skip_remaining_if": [{"type": "signal", "signal_type": "invoice.credited"},
                  {"type": "subject_reached"}]}
                """))
        .containsExactly(
            "Waits 1 day to 2 days 12 hours",
            "Until 10:00, local time of the person",
            "The rest of the wait is skipped after: signal invoice.credited, person reached");
    assertThat(lines("{\"id\":\"a\",\"type\":\"wait\",\"after\":{\"min\":\"PT1M\"}}"))
        .containsExactly("Waits 1 minute");
  }

  @Test
  void describesOrderAndExit() {
    assertThat(
            lines(
                """
                {"id": "a", "type": "create_order", "order_type": "t",
                 "scheduling": {"max_attempts": 3},
                 "exit_when": {"summary_codes": ["payment_promised"],
                  "reachability": ["on_the_moon"]}, "exit_reason": "settled"}
                """))
        .containsExactly(
            "Order type t",
            "At most 3 attempts",
            "Leaves the sequence after: Promises payment, on the moon (settled)");
  }

  @Test
  void listsMembersOfUnknownStepTypes() {
    assertThat(lines("{\"id\":\"a\",\"type\":\"send_letter\",\"paper\":{\"size\":4}}"))
        .containsExactly("type: send_letter", "paper: {\"size\":4}");
  }

  @Test
  void keepsUnreadableDurations() {
    assertThat(lines("{\"type\":\"wait\",\"after\":{\"min\":\"P99999999999999999999D\"}}"))
        .containsExactly("Waits P99999999999999999999D");
    assertThat(lines("{\"type\":\"wait\",\"after\":{\"min\":\"soon\"}}"))
        .containsExactly("Waits soon");
    assertThat(lines("{}")).isEmpty();
  }

  @Test
  void describesWaitUntilDateAndTime() {
    String wait = "{\"id\":\"a\",\"type\":\"wait\",\"until\":{%s}}";
    assertThat(lines(wait.formatted("\"date\":\"2026-12-01\",\"local_time\":\"10:00\"")))
        .containsExactly("Until 2026-12-01, 10:00, local time of the person");
    assertThat(lines(wait.formatted("\"date\":\"2026-12-01\"")))
        .containsExactly("Until 2026-12-01, local time of the person");
  }

  @Test
  void omitsMissingMembers() {
    assertThat(lines("{\"id\":\"a\",\"type\":\"create_order\",\"order_type\":\"t\"}"))
        .containsExactly("Order type t");
    assertThat(lines("{\"id\":\"a\",\"type\":\"wait\",\"after\":{\"max\":\"PT2H5M\"}}"))
        .containsExactly("Waits 2 hours 5 minutes");
    assertThat(lines("{\"id\":\"a\",\"type\":\"wait\",\"after\":{\"min\":\"P\"}}"))
        .containsExactly("Waits P");
  }
}
