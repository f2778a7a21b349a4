package eu.callorders.console.order;

import static eu.callorders.console.order.ExplanationFixture.GAP_ENDS;
import static eu.callorders.console.order.ExplanationFixture.LAST_ENDED;
import static eu.callorders.console.order.ExplanationFixture.OPENS;
import static eu.callorders.console.order.ExplanationFixture.RULES;
import static eu.callorders.console.order.ExplanationFixture.STATUS;
import static eu.callorders.console.order.ExplanationFixture.explanation;
import static eu.callorders.console.order.ExplanationFixture.gap;
import static eu.callorders.console.order.ExplanationFixture.rule;
import static eu.callorders.console.order.ExplanationFixture.window;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationFormatterTest {
  private final Locale language = Locale.getDefault();

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  private static ExplanationFormatter formatter(String language) {
    Locale.setDefault(Locale.of(language));
    return new ExplanationFormatter(Texts.of(ExplanationFormatter.class), new TimestampFormatter());
  }

  private static String sentence(String language, JsonNode explanation) {
    return formatter(language).format(explanation);
  }

  private static String described(String language, String sample) {
    JsonNode explained = explanation("", rule(sample, ""));
    return formatter(language).describe(explained.at("/rules/0"), explained);
  }

  /** A text that no case uses is as wrong as a case without a text. */
  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void describesEachCaseByATextOfItsOwn(String language) {
    List<String> described = RULES.stream().map(each -> described(language, each)).toList();
    Texts texts = Texts.of(ExplanationFormatter.class);

    assertThat(described).noneMatch(text -> text.contains("In English.") || text.contains("{"));
    assertThat(texts.bundle().keySet())
        .filteredOn(key -> key.startsWith("why.") && !key.equals("why.local_time"))
        .allSatisfy(
            key -> {
              String[] words = texts.get(key).split("\\{[a-z_]+}");
              assertThat(described).anyMatch(text -> Stream.of(words).allMatch(text::contains));
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Held until it is released: Deceased. Held until {0}: Cannot pay.
          de | Vorbehalt bis zur Aufhebung: Verstorben. Vorbehalt bis {0}: Kann nicht zahlen.
          """)
  void saysWhyAndHowLongEachHoldStands(String language, String expected) {
    String holds =
        "hold|wait|{'holds': [{'id': 'hld_1', 'reason': 'deceased'},"
            + " {'id': 'hld_2', 'reason': 'hardship', 'until': '"
            + OPENS
            + "'}]}";
    String described = described(language, holds);
    assertThat(described).isEqualTo(expected.replace("{0}", new TimestampFormatter().text(OPENS)));
  }

  @Test
  void describesEachRuleOfTheContract() throws IOException {
    Set<String> described = new TreeSet<>();
    RULES.forEach(sample -> described.add(sample.substring(0, sample.indexOf('|'))));
    try (InputStream contract =
        Objects.requireNonNull(getClass().getResourceAsStream("/contract/administration.yaml"))) {
      Set<String> known = new TreeSet<>();
      new ObjectMapper(new YAMLFactory())
          .readTree(contract)
          .at("/components/schemas/Explanation/properties/rules/items/properties/rule")
          .path("x-extensible-enum")
          .forEach(rule -> known.add(rule.asText()));
      assertThat(described).isEqualTo(known).isNotEmpty();
    }
  }

  @Test
  void namesTheCauseInsteadOfThePlan() {
    JsonNode explanation = explanation(OPENS, rule(gap("wait", false), GAP_ENDS), STATUS);

    assertThat(sentence("en", explanation))
        .isEqualTo(
            "The last attempt at the person ended on %s; the next one may follow 4 hours later."
                    .formatted(time("en", LAST_ENDED))
                + " That ends on %s, outside the calling window; the order may be dialed from %s."
                    .formatted(time("en", GAP_ENDS), time("en", OPENS)));
    assertThat(sentence("de", explanation))
        .isEqualTo(
            "Der letzte Versuch bei der Person endete am %s; der nächste darf 4 Stunden später"
                    .formatted(time("de", LAST_ENDED))
                + " folgen. Dieser Grund entfällt am %s, außerhalb der Anrufzeiten; ab %s darf"
                    .formatted(time("de", GAP_ENDS), time("de", OPENS))
                + " angerufen werden.");
  }

  private static String time(String language, String instant) {
    Locale.setDefault(Locale.of(language));
    return new TimestampFormatter().text(instant);
  }

  @Test
  void namesTheHoursInTheTimeOfThePerson() {
    String closed = rule(window("wait", "country_hours", "'hours': ['08:00-20:00']"), OPENS);

    assertThat(sentence("en", explanation(OPENS, closed)))
        .isEqualTo(
            "The calling window is closed. In Berlin it is Tuesday, 20:10. On Tuesday, 17 Nov 2026"
                + " calls are permitted 08:00–20:00 (Europe/Berlin; country rule DE/1). The order"
                + " may be dialed from "
                + time("en", OPENS)
                + ".");
    assertThat(sentence("de", explanation(OPENS, closed)))
        .startsWith(
            "Jetzt ist keine Anrufzeit. In Berlin ist es Dienstag, 20:10 Uhr. Erlaubte Anrufzeiten"
                + " am Dienstag, 17.11.2026: 08:00–20:00 Uhr (Europe/Berlin; Länderregel DE/1).");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "contacts_per_day | wait | {'used': 1, 'limit': 1} | expires before that ends",
        "gateway | wait | {'status': 'down'} | It is not known when the order can be dialed.",
        "suppression | block | {} | The order is no longer dialed.",
      })
  void saysWhatFollowsWithoutAnInstant(
      String name, String verdict, String parameters, String consequence) {
    String until = name.equals("contacts_per_day") ? OPENS : "";
    String deciding = rule(String.join("|", name, verdict, parameters), until);

    assertThat(sentence("en", explanation("", STATUS.replace("wait", "pass"), deciding)))
        .contains(consequence)
        .doesNotContain("planned");
  }

  @Test
  void showsTheMessageForWhatItDoesNotKnow() {
    String message = "'message': 'Sleeps until " + OPENS + " $1.'}";
    for (String unknown :
        List.of(
            "{'rule': 'moon_phase', 'verdict': 'wait', 'parameters': {'phase': 'full'}, ",
            "{'rule': 'halt', 'verdict': 'wait', 'parameters': {'kind': 'strike'}, ",
            "{'rule': 'gateway', 'verdict': 'wait', 'parameters': {'status': 'asleep'}, ",
            "{'rule': 'window', 'verdict': 'wait', 'parameters': {'barriers': [{'rule': 'x'}]}, ",
            "{'rule': 'contacts_per_day', 'verdict': 'wait', 'parameters': {'used': 1}, ",
            "{'rule': 'contacts_per_day', 'verdict': 'gleams', ",
            "{'verdict': 'gleams', ")) {
      assertThat(sentence("en", explanation("", unknown + message)))
          .as(unknown)
          .startsWith("Sleeps until " + time("en", OPENS) + " $1. It");
    }
  }

  @Test
  void describesStatusWithoutACause() {
    for (String status : List.of("completed", "expired", "canceled", "failed")) {
      assertThat(format("{'status': '%s'}".formatted(status))).contains("has ended");
    }
    assertThat(format("{'status': 'levitating', 'dialable': true}")).contains("now");
    assertThat(format("{'status': null, 'rules': null}"))
        .isEqualTo("It is not known when the order can be dialed.");
    assertThat(
            format(
                "{'status': 'dialing', 'rules': ["
                    + rule("order_status|wait|{'status': 'dialing'}", "")
                    + "]}"))
        .isEqualTo("An attempt of the order is running.");
  }

  private static String format(String json) {
    return sentence("en", Json.parse(json.replace('\'', '"')).orElseThrow());
  }
}
