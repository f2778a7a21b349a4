package eu.callorders.console.ui;

import javafx.scene.Node;

/** Shows and hides nodes; a hidden node takes no space. */
public final class Visibility {
  private Visibility() {}

  public static void set(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }
}
