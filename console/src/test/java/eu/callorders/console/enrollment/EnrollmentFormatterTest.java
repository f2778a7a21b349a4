package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EnrollmentFormatterTest {
  @BeforeEach
  void useEnglish() {
    Locale.setDefault(Locale.ENGLISH);
  }

  private static String describeStatus(String enrollment) {
    return new EnrollmentFormatter(Texts.of(EnrollmentFormatter.class), new TimestampFormatter())
        .describeStatus(Json.parse(enrollment).orElseThrow());
  }

  @Test
  void describesNextAction() {
    String enrollment = "{\"status\":\"%s\",\"current_step_id\":\"call\"%s}";
    assertThat(describeStatus(enrollment.formatted("active", ",\"next_action_at\":\"soon\"")))
        .isEqualTo("Next action: soon, step call.");
    assertThat(describeStatus(enrollment.formatted("active", "")))
        .isEqualTo("Waits for the result of the order of step call.");
    assertThat(describeStatus(enrollment.formatted("paused", ",\"next_action_at\":\"soon\"")))
        .startsWith("Paused at step call.");
  }

  @Test
  void describesEnd() {
    String ended = "{\"status\":\"%s\",\"ended_at\":\"late\",\"exit_reason\":%s}";
    assertThat(describeStatus(ended.formatted("completed", "null")))
        .isEqualTo("Completed on late.");
    assertThat(describeStatus(ended.formatted("exited", "\"payment.received\"")))
        .isEqualTo("Exited on late: Payment received");
  }

  @Test
  void keepsReasonsDefinedBySequences() {
    EnrollmentFormatter formatter =
        new EnrollmentFormatter(Texts.of(EnrollmentFormatter.class), new TimestampFormatter());
    assertThat(formatter.describeReason("skipped: do_not_call"))
        .isEqualTo("The rest was skipped: Do-not-call entry");
    assertThat(formatter.describeReason("skipped: own_words"))
        .isEqualTo("The rest was skipped: own_words");
    assertThat(formatter.describeReason("skipped")).isEqualTo("skipped");
    assertThat(formatter.describeReason("")).isEmpty();
  }
}
