package eu.callorders.console.app;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.ui.Settings;
import java.util.List;
import java.util.Objects;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.scene.image.Image;

/** Light or dark theme, by the choice of the operator or as the system. */
final class Themes {
  static final List<String> CHOICES = List.of("system", "light", "dark");
  private static final String KEY = "theme";

  private final Settings settings;
  private final ObservableValue<ColorScheme> system;
  private boolean dark;

  /** Call it on the JavaFX thread. */
  Themes(Settings settings) {
    this(settings, Platform.getPreferences().colorSchemeProperty());
  }

  Themes(Settings settings, ObservableValue<ColorScheme> system) {
    this.settings = settings;
    this.system = system;
    system.addListener(ignored -> apply());
  }

  /** The style sheet added to both themes. */
  static String stylesheet() {
    return Objects.requireNonNull(Themes.class.getResource("console.css")).toExternalForm();
  }

  static Image icon() {
    return new Image(Objects.requireNonNull(Themes.class.getResource("icon.png")).toExternalForm());
  }

  /** Whether the dark theme is applied. */
  boolean isDark() {
    return dark;
  }

  /** One of {@link #CHOICES}. */
  String choice() {
    String saved = settings.get(KEY, "");
    return CHOICES.contains(saved) ? saved : CHOICES.getFirst();
  }

  /** Applies and saves the choice. */
  void choose(String choice) {
    settings.put(KEY, choice);
    settings.save();
    apply();
  }

  void toggle() {
    choose(dark ? "light" : "dark");
  }

  void apply() {
    dark =
        choice().equals("system") ? system.getValue() == ColorScheme.DARK : choice().equals("dark");
    Application.setUserAgentStylesheet(
        dark
            ? new PrimerDark().getUserAgentStylesheet()
            : new PrimerLight().getUserAgentStylesheet());
  }
}
