package eu.callorders.console.app;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.ui.Settings;
import java.util.Objects;
import javafx.application.Application;
import javafx.scene.image.Image;

/** Light or dark, as the operator has chosen. */
final class Themes {
  private static final String KEY = "theme";
  private static final String DARK = "dark";

  private final Settings settings;

  Themes(Settings settings) {
    this.settings = settings;
  }

  /** What this console adds to both. */
  static String stylesheet() {
    return Objects.requireNonNull(Themes.class.getResource("console.css")).toExternalForm();
  }

  /** What stands for the console beside its name. */
  static Image icon() {
    return new Image(Objects.requireNonNull(Themes.class.getResource("icon.png")).toExternalForm());
  }

  boolean isDark() {
    return settings.get(KEY, "light").equals(DARK);
  }

  void toggle() {
    settings.put(KEY, isDark() ? "light" : DARK);
    apply();
  }

  void apply() {
    Application.setUserAgentStylesheet(
        isDark()
            ? new PrimerDark().getUserAgentStylesheet()
            : new PrimerLight().getUserAgentStylesheet());
  }
}
