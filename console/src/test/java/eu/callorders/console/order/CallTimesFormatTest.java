package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallTimesFormatTest {
  private static final JsonNode RANGES =
      Json.parse(
              """
              [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "14:00", "to": "19:00"},
               {"days": ["sat", "sun"], "from": "10:00", "to": "24:00"}]
              """)
          .orElseThrow();

  @Test
  void roundTripsThroughLines() {
    String text = CallTimesFormat.format(RANGES);
    assertThat(text).isEqualTo("mon-fri 14:00-19:00\nsat, sun 10:00-24:00");
    assertThat(CallTimesFormat.parse(text)).contains(RANGES);
  }

  @Test
  void describesRangesWithTranslatedDays() {
    assertThat(CallTimesFormat.describe(RANGES, day -> day.substring(0, 1)))
        .isEqualTo("m-f 14:00-19:00; s, s 10:00-24:00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mo - Fr 9:00 – 18:00 | mon,tue,wed,thu,fri",
        "di, donnerstag 09:00-18:00 | tue,thu",
        "sat-mon 09:00-18:00 | sat,sun,mon",
        "Wednesday;su 09:00-18:00 | wed,sun",
        "moonday 09:00-18:00 | moonday",
        "t 09:00-18:00 | t"
      })
  void parsesDayNamesAndPassesUnknownOnesThrough(String line, String days) {
    JsonNode range = CallTimesFormat.parse(line).orElseThrow().path(0);
    assertThat(range.path("days")).extracting(JsonNode::asText).containsExactly(days.split(","));
  }

  @Test
  void passesInvalidTimesThrough() {
    JsonNode range = CallTimesFormat.parse("\n mon  9-25:61 \n\n").orElseThrow();
    assertThat(range)
        .isEqualTo(
            Json.parse("[{\"days\":[\"mon\"],\"from\":\"9\",\"to\":\"25:61\"}]").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mon-fri", "09:00-18:00", "mon 09:00", "mon-fri 09:00-18:00\nsat"})
  void rejectsUnreadableLines(String text) {
    assertThat(CallTimesFormat.parse(text)).isEmpty();
  }

  @Test
  void formatsIncompleteRanges() {
    JsonNode sparse = Json.parse("[{}, {\"days\": null, \"from\": \"10:00\"}, null]").orElseThrow();
    assertThat(CallTimesFormat.format(sparse)).isEqualTo(" -\n 10:00-\n -");
  }

  @Test
  void prefixesErrorsWithTheirLine() {
    OrderForm form = new OrderForm(OrderField.ALL, new OrderFieldConverter(ZoneOffset.UTC));
    boolean assigned =
        form.setError(
            List.of(
                new Problem.FieldError("/scheduling/local_call_times/1/to", "pattern", "no time"),
                new Problem.FieldError("/scheduling/local_call_times/2", "overlap", "overlaps"),
                new Problem.FieldError("/scheduling/local_call_times", "max_items", "too many"),
                new Problem.FieldError("/scheduling/max_attempts", "maximum", "10 at most")));
    assertThat(assigned).isTrue();
    assertThat(form.error(OrderField.LOCAL_CALL_TIMES).get())
        .isEqualTo(
            "2 (to): %s\n3: overlaps\n%s"
                .formatted(message("pattern", "no time"), message("max_items", "too many")));
    assertThat(form.error(OrderField.MAX_ATTEMPTS).get())
        .isEqualTo(message("maximum", "10 at most"));
  }

  private static String message(String code, String message) {
    return FailureMessage.of(new Problem.FieldError("", code, message));
  }
}
