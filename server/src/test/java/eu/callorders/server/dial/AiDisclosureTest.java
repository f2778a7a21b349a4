package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTableParser;
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
    assertThat(AiDisclosure.sentence(locale, "Muster & Söhne %s"))
        .contains(words, "Muster & Söhne %s");
  }

  @Test
  void existsInTheLanguageOfEachShippedCountry() throws IOException {
    try (InputStream rows = CountryTableParser.class.getResourceAsStream("/window/countries.txt")) {
      String text = new String(rows.readAllBytes(), StandardCharsets.UTF_8);
      Set<String> sentences = new HashSet<>();
      for (CountryRule row : CountryTableParser.parse(text)) {
        assertThat(LANGUAGES).containsKey(row.country());
        sentences.add(AiDisclosure.sentence(LANGUAGES.get(row.country()), "X"));
      }
      assertThat(sentences).hasSize(Set.copyOf(LANGUAGES.values()).size());
    }
  }
}
