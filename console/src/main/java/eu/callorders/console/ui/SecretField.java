package eu.callorders.console.ui;

import javafx.scene.control.TextArea;

/** All of a secret that is shown once, in several lines if needed; it can be selected. */
public final class SecretField extends TextArea {
  private static final int LINES = 2;

  /**
   * @param name read by screen readers
   */
  public SecretField(String name, String secret) {
    super(secret);
    setId("secret");
    setAccessibleText(name);
    setEditable(false);
    setWrapText(true);
    setPrefRowCount(LINES);
    getStyleClass().add("mono");
  }
}
