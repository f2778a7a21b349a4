package eu.callorders.server.dial;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The first sentence of each call: an AI is calling, and on whose behalf. Regulation (EU)
 * 2024/1689, article 50, requires it. There is one in the language of each shipped country.
 */
final class AiDisclosure {
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

  private AiDisclosure() {}

  /**
   * @param locale BCP 47, of the conversation; a language without a sentence falls back to English
   */
  static String sentence(String locale, String creditor) {
    String language = Locale.forLanguageTag(locale).getLanguage();
    String sentence =
        BY_LANGUAGE.getOrDefault(language, Objects.requireNonNull(BY_LANGUAGE.get(ENGLISH)));
    return sentence.replace("%s", creditor);
  }
}
