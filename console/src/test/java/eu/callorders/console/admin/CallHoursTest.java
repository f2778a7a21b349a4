package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallHoursTest {
  private static JsonNode ranges(String... days) {
    return Json.parse(
            "[{\"days\":[\"%s\"],\"from\":\"08:00\",\"to\":\"20:00\"}]"
                .formatted(String.join("\",\"", days)))
        .orElseThrow();
  }

  @Test
  void formatsConsecutiveDaysAsARange() {
    assertThat(CallHours.text(ranges("mon", "tue", "wed", "thu", "fri")))
        .isEqualTo("mon-fri 08:00-20:00");
    assertThat(CallHours.text(ranges("sat", "sun"))).isEqualTo("sat sun 08:00-20:00");
    assertThat(CallHours.text(ranges("mon", "tue", "thu"))).isEqualTo("mon tue thu 08:00-20:00");
    assertThat(CallHours.text(ranges("mon", "tue", "wed", "eve")))
        .isEqualTo("mon tue wed eve 08:00-20:00");
    assertThat(CallHours.text(Json.object())).isEmpty();
  }

  @Test
  void parsesItsOwnFormat() {
    for (String[] days : List.of(new String[] {"fri", "sat", "sun"}, new String[] {"tue"})) {
      assertThat(CallHours.parse(CallHours.text(ranges(days)))).contains(ranges(days));
    }
    assertThat(CallHours.parse(" ").orElseThrow()).isEmpty();
  }

  @Test
  void rejectsInvalidRanges() {
    for (String line : List.of("mon", "mon 9-12", "09:00-12:00", "fri-mon 9:00-12:00", "m 9:00")) {
      assertThat(CallHours.parse(line)).as(line).isEmpty();
    }
  }
}
