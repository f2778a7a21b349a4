package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Says what is wrong and what to do; takes no room when all is well. */
public final class ErrorPane extends VBox {
  private final Label title = new Label();
  private final Label advice = new Label();

  public ErrorPane() {
    getStyleClass().add("error");
    title.getStyleClass().add("error-title");
    title.setWrapText(true);
    advice.setWrapText(true);
    title.setMinHeight(USE_PREF_SIZE); // rather scrolled than cut
    advice.setMinHeight(USE_PREF_SIZE);
    getChildren().addAll(title, advice);
    setVisible(false);
    setManaged(false);
  }

  public void show(@Nullable Failure failure) {
    show(failure == null ? null : FailureMessage.of(failure));
  }

  /** Shows why something was not done, other than why something cannot be read. */
  public void showOfWrite(@Nullable Failure failure) {
    show(failure == null ? null : FailureMessage.ofWrite(failure));
  }

  private void show(@Nullable FailureMessage words) {
    setVisible(words != null);
    setManaged(words != null);
    if (words != null) {
      title.setText(words.title());
      advice.setText(words.advice());
    }
  }
}
