package eu.callorders.console.ui;

import java.util.regex.Pattern;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.FlowPane;

/** Usual reasons below a text field; a click on one enters it, and it can be edited then. */
public final class ReasonPresets extends FlowPane {
  private static final double GAP = 6;
  private static final Pattern BAR = Pattern.compile("\\|");

  public ReasonPresets() {
    super(GAP, GAP);
    getStyleClass().add("reason-presets");
  }

  /** Shows the reasons, separated by bars, for that field. */
  public void show(String reasons, TextField field) {
    getChildren().setAll(BAR.splitAsStream(reasons).map(text -> button(text, field)).toList());
  }

  private static Button button(String text, TextField field) {
    Button button = new Button(text);
    button.getStyleClass().add("small");
    button.setOnAction(
        ignored -> {
          field.setText(text);
          field.requestFocus();
          field.end();
        });
    return button;
  }
}
