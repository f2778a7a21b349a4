package eu.callorders.console.ui;

import javafx.scene.control.Label;
import javafx.scene.layout.Region;

/** Creates labels. */
public final class Labels {
  private Labels() {}

  /** Wraps the text and shows all of it: scrolling is better than a truncated text. */
  public static Label wrapped(String text, String... styleClasses) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.setMinHeight(Region.USE_PREF_SIZE);
    label.getStyleClass().addAll(styleClasses);
    return label;
  }
}
