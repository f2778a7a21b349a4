package eu.callorders.console.ui;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;

/** A short status text whose color shows the tone. */
public final class StatusBadge extends Label {
  /** What a color means on every screen; see {@link StatusStyle}. */
  public enum Tone {
    /** Ended without success or failure, or unknown: gray. */
    NEUTRAL,
    /** Has not begun: outlined gray. */
    WAITING,
    /** Under way or in use: blue. */
    ACTIVE,
    /** Succeeded: green. */
    GOOD,
    /** Not reached, delayed or held up: yellow. */
    WARNING,
    /** Failed: red. */
    BAD;

    /** Suffix of the CSS classes and colors. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public StatusBadge(String text, Tone tone) {
    setMinWidth(USE_PREF_SIZE);
    show(text, tone);
  }

  void show(String text, Tone tone) {
    setText(text);
    List<String> styles = List.of("label", "status-badge", "status-badge-" + tone.key());
    if (!getStyleClass().equals(styles)) {
      getStyleClass().setAll(styles); // a change restyles, so only when needed
    }
  }
}
