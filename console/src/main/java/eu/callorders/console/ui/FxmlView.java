package eu.callorders.console.ui;

import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Window;

/** A view whose nodes are in {@code XView.fxml} beside {@code XView}. */
@SuppressWarnings("NullAway.Init") // load() fills the root, and a window the scene
public abstract class FxmlView {
  protected final Texts texts = Texts.of(getClass());
  private Parent root;
  private Scene scene;

  /** Loads the FXML; call it once the fields that {@code initialize} needs are set. */
  protected final void load() {
    root = Fxml.load(this, texts);
    root.sceneProperty()
        .subscribe(
            current -> {
              if (current != null) {
                scene = current;
              }
            });
  }

  public final Parent root() {
    return root;
  }

  /** The window in which the view is, or was before the operator left it. */
  protected final Window window() {
    return scene.getWindow();
  }
}
