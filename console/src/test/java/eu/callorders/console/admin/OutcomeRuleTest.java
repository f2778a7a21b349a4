package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.tenant.OutcomeRulesJson;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeRuleTest {
  private final Locale language = Locale.getDefault();

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claim 10 | {"hold_on":"claim","days":10}
          subject | {"hold_on":"subject","days":null}
          '' | null
          """)
  void readsWhatItShows(String text, String rule) {
    JsonNode json = Json.parse(rule).orElseThrow();
    assertThat(OutcomeRule.parse(text)).contains(json);
    assertThat(OutcomeRule.format(json)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim soon", "claim -1", "claim 1.5", "Claim", "claim 1 2", "10"})
  void readsNothingElse(String text) {
    assertThat(OutcomeRule.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | claim 10 | Claim, 10 days
          en | subject | Person
          de | number 1 | Nummer, 1 Tag
          de | stage few | stage few
          """)
  void describesARule(String operator, String text, String described) {
    Locale.setDefault(Locale.of(operator));
    assertThat(OutcomeRule.describe(text, Texts.of(OutcomeRule.class))).isEqualTo(described);
  }

  /** The rules that the button fills in are those that the service recommends. */
  @Test
  void recommendsWhatTheServiceRecommends() {
    Map<String, String> recommended = new TreeMap<>();
    OutcomeRulesJson.write(OutcomeRules.RECOMMENDED)
        .properties()
        .forEach(rule -> recommended.put(rule.getKey(), OutcomeRule.format(rule.getValue())));
    assertThat(OutcomeRule.RECOMMENDED).isEqualTo(recommended);
  }
}
