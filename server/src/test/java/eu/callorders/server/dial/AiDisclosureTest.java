package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTableParser;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AiDisclosureTest {
  private static final Map<String, String> LANGUAGES =
      Map.of(
          "DE", "de", "AT", "de", "NL", "nl", "FR", "fr", "IT", "it", "ES", "es", "PL", "pl", "GB",
          "en", "US", "en", "*", "en");

  @ParameterizedTest
  @CsvSource({
    "de-AT, KI-Sprachassistent",
    "en-GB, AI voice assistant",
    "fr-FR, intelligence artificielle",
    "it-IT, intelligenza artificiale",
    "es-ES, inteligencia artificial",
    "nl-BE, AI-spraakassistent",
    "pl-PL, sztucznej inteligencji",
    "sv-SE, AI voice assistant"
  })
  void namesTheAiAndTheCreditor(String locale, String words) {
    assertThat(AiDisclosure.of(locale, "Muster & Söhne %s", Json.object()).text())
        .contains(words, "Muster & Söhne %s");
  }

  @Test
  void existsInTheLanguageOfEachShippedCountry() throws IOException {
    try (InputStream rows = CountryTableParser.class.getResourceAsStream("/window/countries.txt")) {
      String text = new String(rows.readAllBytes(), StandardCharsets.UTF_8);
      Set<String> sentences = new HashSet<>();
      for (CountryRule row : CountryTableParser.parse(text)) {
        assertThat(LANGUAGES).containsKey(row.country());
        sentences.add(AiDisclosure.of(LANGUAGES.get(row.country()), "X", Json.object()).text());
      }
      assertThat(sentences).hasSize(Set.copyOf(LANGUAGES.values()).size());
    }
  }

  @Test
  void additionOfTheLanguageFollowsTheSentence() {
    ObjectNode additions = Json.object().put("de", "Auf Deutsch.").put("en", "In English.");

    AiDisclosure plain = AiDisclosure.of("de-DE", "Muster", Json.object());
    AiDisclosure german = AiDisclosure.of("de-DE", "Muster", additions);
    assertThat(german.text()).isEqualTo(plain.text() + " Auf Deutsch.");
    assertThat(german.textSha256()).isNotEqualTo(plain.textSha256());
    assertThat(german.fallback()).isFalse();
    assertThat(AiDisclosure.of("fr-FR", "Muster", additions).text()).doesNotContain("Auf", "In ");
  }

  @Test
  void languageWithoutSentenceFallsBackToEnglish() {
    AiDisclosure swedish =
        AiDisclosure.of("sv-SE", "Muster", Json.object().put("en", "In English."));

    assertThat(swedish.language()).isEqualTo("en");
    assertThat(swedish.fallback()).isTrue();
    assertThat(swedish.text()).endsWith(" In English.");
  }
}
