package eu.callorders.console.ui;

import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.TraversalDirection;
import javafx.scene.control.ScrollPane;
import org.jspecify.annotations.Nullable;

/** Moves the keyboard focus, also to nodes that are not in a scene yet. */
public final class Focus {
  private Focus() {}

  /** Focuses the node and scrolls it into view. */
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

  /** Focuses the table of a screen that was just shown, or its first focusable node. */
  public static void into(Parent screen) {
    Scene scene = screen.getScene();
    if (scene == null) {
      return;
    }
    screen.applyCss(); // before the first layout pass there are no table parts
    if (screen.lookup(".table-view") instanceof Node list && list.isVisible()) {
      list.requestFocus();
    } else {
      screen.requestFocusTraversal(TraversalDirection.NEXT);
    }
  }

  /** The content of a {@link ScrollPane} joins the scene only when the pane gets its skin. */
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
    pane.layout(); // error labels that were just set need their space
    Node content = pane.getContent();
    double overflow = content.getLayoutBounds().getHeight() - pane.getViewportBounds().getHeight();
    if (overflow <= 0) {
      return;
    }
    Node block = node.getParent(); // with the error below
    Bounds target = content.sceneToLocal(block.localToScene(block.getLayoutBounds()));
    double top = pane.getVvalue() * overflow;
    double bottom = top + pane.getViewportBounds().getHeight();
    if (target.getMinY() < top) {
      pane.setVvalue(target.getMinY() / overflow);
    } else if (target.getMaxY() > bottom) {
      pane.setVvalue((target.getMaxY() - pane.getViewportBounds().getHeight()) / overflow);
    }
  }
}
