package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Says what is wrong and what to do; takes no room when all is well. */
public final class TroublePane extends VBox {
  private final Label title = new Label();
  private final Label advice = new Label();

  public TroublePane() {
    getStyleClass().add("trouble");
    title.getStyleClass().add("trouble-title");
    title.setWrapText(true);
    advice.setWrapText(true);
    title.setMinHeight(USE_PREF_SIZE); // rather scrolled than cut
    advice.setMinHeight(USE_PREF_SIZE);
    getChildren().addAll(title, advice);
    show(null);
  }

  public void show(@Nullable Failure failure) {
    setVisible(failure != null);
    setManaged(failure != null);
    if (failure != null) {
      Words words = Words.of(failure);
      title.setText(words.title());
      advice.setText(words.advice());
    }
  }
}
