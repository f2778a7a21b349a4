package eu.callorders.console.ui;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;

/** A short word with a colour that says whether all is well. */
public final class StatusBadge extends Label {
  /** How it is with something. */
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

  /** Says something else. */
  void show(String text, Tone tone) {
    setText(text);
    List<String> styles =
        List.of("label", "status-badge", "status-badge-" + tone.name().toLowerCase(Locale.ROOT));
    if (!getStyleClass().equals(styles)) {
      getStyleClass().setAll(styles); // styled again only when it looks different
    }
  }
}
