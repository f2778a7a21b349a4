package eu.callorders.console.app;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import eu.callorders.console.ui.Settings;
import java.util.Objects;
import javafx.application.Application;
import javafx.scene.image.Image;

/** Light or dark theme. */
final class Themes {
  private static final String KEY = "theme";
  private static final String DARK = "dark";

  private final Settings settings;

  Themes(Settings settings) {
    this.settings = settings;
  }

  /** The style sheet added to both themes. */
  static String stylesheet() {
    return Objects.requireNonNull(Themes.class.getResource("console.css")).toExternalForm();
  }

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
