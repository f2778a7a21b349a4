package eu.callorders.console.ui;

import javafx.scene.control.Label;

/** A short word with a colour that says whether all is well. */
public final class Pill extends Label {
  /** How it is with something. */
  public enum Tone {
    NEUTRAL,
    WAITING,
    ACTIVE,
    GOOD,
    WARNING,
    BAD
  }

  public Pill(String text, Tone tone) {
    super(text);
    getStyleClass().addAll("pill", "pill-" + tone.name().toLowerCase(java.util.Locale.ROOT));
    setMinWidth(USE_PREF_SIZE);
  }
}
