package eu.callorders.console.app;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;

/** The names by which a screen reader announces what can have the focus. */
final class AccessibleNames {
  private AccessibleNames() {}

  /** The nodes of the window without a name. */
  static List<String> missing(ConsoleFixture console) {
    return missing(console, console.stage().getScene().getRoot());
  }

  /** Read on the JavaFX thread, where lists arrive meanwhile. */
  static List<String> missing(ConsoleFixture console, Parent root) {
    return console.read(() -> missing(root));
  }

  private static List<String> missing(Parent root) {
    List<Node> all = new ArrayList<>();
    collect(root, all);
    return all.stream()
        .filter(Node::isFocusTraversable)
        .filter(node -> name(node, all).isBlank())
        .map(node -> node.toString())
        .toList();
  }

  private static void collect(Node node, List<Node> all) {
    if (node.isVisible()) {
      all.add(node);
      if (node instanceof Parent parent) {
        parent.getChildrenUnmodifiable().forEach(child -> collect(child, all));
      }
    }
  }

  private static String name(Node node, List<Node> all) {
    String text = node.getAccessibleText();
    if (text != null && !text.isBlank()) {
      return text;
    }
    if (node instanceof Labeled labeled && labeled.getText() != null) {
      return labeled.getText();
    }
    return all.stream()
        .filter(it -> it instanceof Label label && node.equals(label.getLabelFor()))
        .map(it -> ((Label) it).getText())
        .findFirst()
        .orElse("");
  }
}
