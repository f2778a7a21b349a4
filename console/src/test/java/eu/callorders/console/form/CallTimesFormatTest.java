package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
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

  private final Locale language = Locale.getDefault();

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en | Mon-Fri 14:00-19:00 | Sat, Sun 10:00-24:00",
        "de | Mo-Fr 14:00-19:00 | Sa, So 10:00-24:00",
        "de-AT | Mo-Fr 14:00-19:00 | Sa, So 10:00-24:00"
      })
  void roundTripsInTheLanguageOfTheOperator(String operator, String weekdays, String weekend) {
    Locale.setDefault(Locale.forLanguageTag(operator));
    String text = CallTimesFormat.format(RANGES);
    assertThat(text).isEqualTo(weekdays + "\n" + weekend);
    assertThat(CallTimesFormat.parse(text)).contains(RANGES);
    assertThat(CallTimesFormat.describe(RANGES)).isEqualTo(weekdays + "; " + weekend);
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void readsItsNameOfEachDay(String operator) {
    Locale.setDefault(Locale.of(operator));
    for (String day : "mon tue wed thu fri sat sun".split(" ")) {
      JsonNode range =
          Json.parse("[{\"days\":[\"%s\"],\"from\":\"09:00\",\"to\":\"12:00\"}]".formatted(day))
              .orElseThrow();
      assertThat(CallTimesFormat.parse(CallTimesFormat.format(range))).contains(range);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Mo - Fr 9:00 – 18:00 | mon,tue,wed,thu,fri",
        "Mo.–Mi. 09:00-18:00 | mon,tue,wed",
        "di, donnerstag 09:00-18:00 | tue,thu",
        "Montag-Mittwoch, Samstag, Sonntag 09:00-18:00 | mon,tue,wed,sat,sun",
        "sat-mon 09:00-18:00 | sat,sun,mon",
        "Wednesday;su 09:00-18:00 | wed,sun",
        "moonday 09:00-18:00 | moonday",
        "t 09:00-18:00 | t"
      })
  void parsesDayNamesAndPassesUnknownOnesThrough(String line, String days) {
    JsonNode range = CallTimesFormat.parse(line).orElseThrow().path(0);
    assertThat(range.path("days")).extracting(JsonNode::asText).containsExactly(days.split(","));
    assertThat(range.path("from").asText()).isEqualTo("09:00");
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
    assertThat(CallTimesFormat.format(Json.object())).isEmpty();
    assertThat(CallTimesFormat.parse(" ").orElseThrow()).isEmpty();
  }
}
