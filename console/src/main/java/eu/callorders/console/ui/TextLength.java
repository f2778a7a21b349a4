package eu.callorders.console.ui;

import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;

/** Says how much room is left in a field, and marks a text longer than the service accepts. */
public final class TextLength extends Label {
  private static final int ALMOST_FULL = 20;

  private final BooleanBinding exceeded;

  /**
   * @param maxLength in code points
   */
  public TextLength(TextField field, int maxLength) {
    Texts texts = Texts.of(TextLength.class);
    ObservableValue<Integer> left =
        field.textProperty().map(text -> maxLength - text.codePointCount(0, text.length()));
    exceeded = Bindings.createBooleanBinding(() -> left.getValue() < 0, left);
    setId(field.getId() + "-length");
    setWrapText(true);
    setMinHeight(USE_PREF_SIZE);
    textProperty().bind(left.map(room -> describe(texts, room)));
    visibleProperty().bind(textProperty().isNotEmpty());
    managedProperty().bind(visibleProperty());
    exceeded.subscribe(
        isTooLong -> getStyleClass().setAll("label", isTooLong ? "form-error" : "timeline-time"));
    field.accessibleHelpProperty().bind(textProperty());
  }

  private static String describe(Texts texts, int room) {
    if (room < 0) {
      return texts.get("length.exceeded", -room);
    }
    return room <= ALMOST_FULL ? texts.get("length.left", room) : "";
  }

  /** Whether the text is too long. */
  public BooleanBinding isExceeded() {
    return exceeded;
  }
}
