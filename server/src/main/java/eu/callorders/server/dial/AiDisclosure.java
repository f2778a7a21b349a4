package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.signing.Sha256;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What is said first in each call: a fixed sentence that an AI is calling, and on whose behalf, and
 * the tenant's addition. Regulation (EU) 2024/1689, article 50, requires the sentence. There is one
 * in the language of each shipped country.
 *
 * @param language ISO 639, of the text
 * @param fallback whether the conversation is in a language without a sentence
 */
record AiDisclosure(String language, String text, boolean fallback) {
  private static final String ENGLISH = "en";

  private static final Map<String, String> BY_LANGUAGE =
      Map.of(
          "de",
          "Guten Tag, hier spricht ein KI-Sprachassistent im Auftrag von %s.",
          ENGLISH,
          "Hello, this is an AI voice assistant calling on behalf of %s.",
          "fr",
          "Bonjour, je suis un assistant vocal à intelligence artificielle et je vous appelle pour"
              + " le compte de %s.",
          "it",
          "Buongiorno, sono un assistente vocale basato sull'intelligenza artificiale e La chiamo"
              + " per conto di %s.",
          "es",
          "Hola, soy un asistente de voz con inteligencia artificial y le llamo en nombre de %s.",
          "nl",
          "Goedendag, u spreekt met een AI-spraakassistent die belt namens %s.",
          "pl",
          "Dzień dobry, mówi asystent głosowy oparty na sztucznej inteligencji. Dzwonię w imieniu"
              + " firmy %s.");

  /**
   * @param locale BCP 47, of the conversation; a language without a sentence falls back to English
   * @param additions by language
   */
  static AiDisclosure of(String locale, String creditor, JsonNode additions) {
    String requested = Locale.forLanguageTag(locale).getLanguage();
    boolean fallback = !BY_LANGUAGE.containsKey(requested);
    String language = fallback ? ENGLISH : requested;
    String sentence = Objects.requireNonNull(BY_LANGUAGE.get(language)).replace("%s", creditor);
    String addition = additions.path(language).asText();
    return new AiDisclosure(
        language, addition.isEmpty() ? sentence : sentence + " " + addition, fallback);
  }

  String textSha256() {
    return Sha256.hex(text);
  }
}
