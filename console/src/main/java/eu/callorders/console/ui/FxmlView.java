package eu.callorders.console.ui;

import javafx.scene.Parent;
import javafx.stage.Window;

/** A view whose nodes are in {@code XView.fxml} beside {@code XView}. */
@SuppressWarnings("NullAway.Init") // load() fills the root
public abstract class FxmlView {
  protected final Texts texts = Texts.of(getClass());
  private Parent root;

  /** Loads the FXML; call it once the fields that {@code initialize} needs are set. */
  protected final void load() {
    root = Fxml.load(this, texts);
  }

  public final Parent root() {
    return root;
  }

  protected final Window window() {
    return root.getScene().getWindow();
  }
}
