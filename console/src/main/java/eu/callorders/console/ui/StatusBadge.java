package eu.callorders.console.ui;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;

/** A short status text whose color shows the tone. */
public final class StatusBadge extends Label {
  public enum Tone {
    NEUTRAL,
    WAITING,
    ACTIVE,
    GOOD,
    WARNING,
    BAD
  }

  public StatusBadge(String text, Tone tone) {
    setMinWidth(USE_PREF_SIZE);
    show(text, tone);
  }

  void show(String text, Tone tone) {
    setText(text);
    List<String> styles =
        List.of("label", "status-badge", "status-badge-" + tone.name().toLowerCase(Locale.ROOT));
    if (!getStyleClass().equals(styles)) {
      getStyleClass().setAll(styles); // a change restyles, so only when needed
    }
  }
}
