package eu.callorders.console.order;

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
  private static final String GAP_ENDS = "2026-11-17T21:10:00.000Z";
  private static final String OPENS = "2026-11-18T07:00:00.000Z";
  private static final String LAST_ENDED = "2026-11-17T17:10:00.000Z";
  private static final String STATUS =
      "{'rule': 'order_status', 'verdict': 'wait', 'until': '"
          + OPENS
          + "', 'parameters':"
          + " {'status': 'scheduled', 'next_attempt_at': '"
          + OPENS
          + "', 'reason': 'redial'},"
          + " 'message': 'The next attempt is planned.'}";

  /** Each case that the contract describes. */
  private static final List<String> RULES =
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

  private final Locale language = Locale.getDefault();

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  private static String planned(String reason) {
    return "order_status|wait|{'status': 'scheduled', 'next_attempt_at': '"
        + OPENS
        + "', 'reason': '"
        + reason
        + "'}";
  }

  private static String window(String verdict, String barrier, String members) {
    return "window|"
        + verdict
        + "|{'barriers': [{'rule': '"
        + barrier
        + "', 'source': 'DE/1', 'zone': 'Europe/Berlin', 'date': '2026-11-17', "
        + members
        + "}]}";
  }

  private static String gap(String verdict, boolean declined) {
    return "minimum_gap|"
        + verdict
        + "|{'last_ended_at': '"
        + LAST_ENDED
        + "', 'gap': 'PT4H', 'declined': "
        + declined
        + "}";
  }

  private static String rule(String sample, String until) {
    String[] parts = sample.split("\\|");
    String known = until.isEmpty() ? "" : ", 'until': '" + until + "'";
    return "{'rule': '%s', 'verdict': '%s', 'parameters': %s, 'message': 'In English.'%s}"
        .formatted(parts[0], parts[1], parts[2], known);
  }

  private static JsonNode explanation(String next, String... rules) {
    String possible = next.isEmpty() ? "" : "'next_possible_at': '" + next + "', ";
    String json =
        "{'status': 'scheduled', 'now': '2026-11-17T19:10:00.000Z', 'dialable': false, "
            + possible
            + "'rules': ["
            + String.join(", ", rules)
            + "]}";
    return Json.parse(json.replace('\'', '"')).orElseThrow();
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
