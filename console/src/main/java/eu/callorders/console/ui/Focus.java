package eu.callorders.console.ui;

import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Dialog;
import javafx.scene.control.ScrollPane;
import org.jspecify.annotations.Nullable;

/** Moves the keyboard to where it is wanted, also when that place is only about to be drawn. */
public final class Focus {
  private Focus() {}

  /** Moves it there, and that place into sight. */
  public static void on(Node node) {
    if (node.getScene() == null) {
      onceInScene(node);
      return;
    }
    node.requestFocus();
    for (Parent at = node.getParent(); at != null; at = at.getParent()) {
      if (at instanceof ScrollPane pane) {
        reveal(node, pane);
      }
    }
  }

  /**
   * Moves it to the list of a screen that has just come into sight, or to what comes first there.
   */
  public static void into(Parent screen) {
    Scene scene = screen.getScene();
    if (scene == null) {
      return;
    }
    screen.applyCss(); // what is shown for the first time has no parts before
    if (screen.lookup(".table-view") instanceof Node list) {
      list.requestFocus();
    } else {
      screen.requestFocusTraversal(TraversalDirection.NEXT);
    }
  }

  /** What stands in a {@link ScrollPane} joins the scene only when the pane gets its skin. */
  private static void onceInScene(Node node) {
    node.sceneProperty()
        .addListener(
            new ChangeListener<@Nullable Scene>() {
              @Override
              public void changed(
                  ObservableValue<? extends @Nullable Scene> scene,
                  @Nullable Scene before,
                  @Nullable Scene now) {
                node.sceneProperty().removeListener(this);
                Platform.runLater(() -> on(node));
              }
            });
  }

  private static void reveal(Node node, ScrollPane pane) {
    pane.applyCss();
    pane.layout(); // faults that were told right now have their room from here on
    Node content = pane.getContent();
    double more = content.getLayoutBounds().getHeight() - pane.getViewportBounds().getHeight();
    if (more <= 0) {
      return;
    }
    Node block = node.getParent(); // with what is said below
    Bounds wanted = content.sceneToLocal(block.localToScene(block.getLayoutBounds()));
    double top = pane.getVvalue() * more;
    double bottom = top + pane.getViewportBounds().getHeight();
    if (wanted.getMinY() < top) {
      pane.setVvalue(wanted.getMinY() / more);
    } else if (wanted.getMaxY() > bottom) {
      pane.setVvalue((wanted.getMaxY() - pane.getViewportBounds().getHeight()) / more);
    }
  }

  /** Moves it there when the dialog comes up, which by itself begins at its default button. */
  public static void first(Dialog<?> dialog, Node node) {
    dialog.setOnShown(ignored -> Platform.runLater(node::requestFocus));
  }
}
