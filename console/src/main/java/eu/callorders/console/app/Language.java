package eu.callorders.console.app;

import eu.callorders.console.ui.Settings;
import java.util.List;
import java.util.Locale;

/** The language of the console, by the choice of the operator or as the system. */
final class Language {
  static final List<String> CHOICES = List.of("system", "en", "de");
  private static final String KEY = "language";

  private Language() {}

  /** One of {@link #CHOICES}. */
  static String choice(Settings settings) {
    String saved = settings.get(KEY, "");
    return CHOICES.contains(saved) ? saved : CHOICES.getFirst();
  }

  /** Saves the choice, which views that are made after {@link #apply} follow. */
  static void choose(Settings settings, String choice) {
    settings.put(KEY, choice);
    settings.save();
  }

  /**
   * Makes the chosen language that of the process.
   *
   * @param system the language of the process before the first choice
   */
  static void apply(Settings settings, Locale system) {
    String choice = choice(settings);
    boolean isOfSystem = choice.equals("system") || choice.equals(system.getLanguage());
    Locale locale = isOfSystem ? system : Locale.of(choice);
    if (!locale.equals(Locale.getDefault())) {
      Locale.setDefault(locale); // only then, since it also replaces the formats of the system
    }
  }
}
